// What pages and their library ask for when they are loaded, in tests that draw nothing.
globalThis.document = /** @type {any} */ ({ createComment() {}, createTreeWalker() {}, querySelector: () => null });

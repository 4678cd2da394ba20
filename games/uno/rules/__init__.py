"""What may be done and what comes of it: docs/rules/uno.md as pure functions, and the pages that players read."""

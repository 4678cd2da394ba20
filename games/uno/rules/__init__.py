"""The rules of docs/rules/uno.md as pure functions, and the pages that players read."""

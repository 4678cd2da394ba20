"""UNO in a terminal (uno.md 22): in this process, or at a live table through the JSON door."""

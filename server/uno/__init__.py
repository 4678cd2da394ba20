"""UNO's own doors: the bot arena and the terminal."""

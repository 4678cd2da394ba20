"""The kit checks what every game must guarantee, by playing it. Start with `suite.check_game`."""

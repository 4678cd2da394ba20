"""The kit: what every game must keep, tried out by playing it. `suite.check_game` is the door."""

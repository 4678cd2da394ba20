"""The kit checks the guarantees of every game, by playing it. Start with `suite.check_game`."""

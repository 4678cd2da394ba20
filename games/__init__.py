"""Games: their interface to the host (`games.api`) and the games that come with Paiju."""

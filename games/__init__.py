"""Games: the surface they share with their host (`games.api`) and the games that come with Paiju."""

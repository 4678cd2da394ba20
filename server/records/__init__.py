"""Records of finished matches: makes them, keeps them, shows them to those who may see them, and checks them."""

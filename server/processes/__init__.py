"""The processes of one server: they serve, are asked whether they do, and are replaced when they do not."""

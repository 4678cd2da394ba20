"""The processes of one server: workers that serve, and a parent that checks and replaces them."""

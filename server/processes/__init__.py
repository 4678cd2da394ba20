"""The processes of one server: workers that serve, and a parent that checks them and replaces failed ones."""

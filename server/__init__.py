"""The server. `docs/architecture.md` explains it; imports only go down, and `pyproject.toml` enforces that."""

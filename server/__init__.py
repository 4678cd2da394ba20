"""The server. `docs/architecture.md` is its plan; imports go down only, and `pyproject.toml` holds that."""

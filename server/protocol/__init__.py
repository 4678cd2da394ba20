"""The wire: messages, patches and the schema by which clients read positional frames."""

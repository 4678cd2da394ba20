"""Who may come in, and how much: hosts, origins, limits, tokens."""

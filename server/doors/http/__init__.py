"""Pages, files, health checks and the HTTP API."""

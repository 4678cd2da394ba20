"""Pages, files, health and the API without a socket."""

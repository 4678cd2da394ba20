"""The bundled store: our own server in the data folder."""

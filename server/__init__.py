"""The server: `transport, arena -> rooms -> store -> games.api`; `server.app` alone sees everything."""

"""The doors through which clients come in: Socket.IO, plain WebSocket and HTTP, and their connections to rooms."""

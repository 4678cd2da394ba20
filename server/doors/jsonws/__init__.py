"""The plain WebSocket: one JSON object in each text frame."""

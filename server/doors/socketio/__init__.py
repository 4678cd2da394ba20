"""The Socket.IO door: python-socketio, with an express lane for moves."""

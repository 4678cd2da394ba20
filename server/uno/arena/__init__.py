"""The bot arena (docs/arena.md): the REST and Socket.IO interface of existing competition bots, on ordinary rooms."""

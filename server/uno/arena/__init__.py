"""The bot arena: the REST and Socket.IO interface of existing competition bots, over ordinary rooms."""

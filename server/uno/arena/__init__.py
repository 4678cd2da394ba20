"""The bot arena: REST and Socket.IO as existing competition bots speak them, over ordinary rooms."""

"""What may happen in a room. `decide` is pure; `pipeline` takes each command from message to answer."""

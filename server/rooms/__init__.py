"""The rules of the room. `decide` is pure; `pipeline` takes each command from message to answer."""

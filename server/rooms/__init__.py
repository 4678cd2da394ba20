"""What may happen in a room. `decide` is pure; `pipeline` carries each command along its road."""

"""Rooms: what may happen. `decide` is pure; `service` loads, decides, commits and answers."""

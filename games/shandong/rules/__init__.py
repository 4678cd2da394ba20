"""The rules of cards, as pure functions: trump, types, what may follow, who wins, what a round comes to."""

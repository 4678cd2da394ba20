"""The rules as pure functions: trumps, types of cards, follows, who wins a trick, the result of a round."""

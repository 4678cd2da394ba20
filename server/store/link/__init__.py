"""The data plane: commands, replies and subscriptions, all of one loop turn in one write."""

"""The data plane: commands, replies and subscriptions; everything from one turn of the loop leaves in one write."""

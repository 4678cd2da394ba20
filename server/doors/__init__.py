"""Who is asking: sockets, pages, limits. Decodes what comes in, asks the rooms, sends what they tell."""

"""The gate before the doors: hosts, origins, addresses, rate limits, guessing and tokens."""

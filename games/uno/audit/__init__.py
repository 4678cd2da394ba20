"""Audits of the game: its answers to the kit, and the scenarios of its rules page."""

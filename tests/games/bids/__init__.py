"""Bids and tricks for up to six, without a line of client code: what the table for any game has to show at once."""

from . import rules

GAME = rules.GAME

"""Faults that a game itself finds in its deals and steps (`Game.audit`)."""

from __future__ import annotations

from .match import Match, Moment
from .promise import Broken, Moot, unpack


def stands_its_own_audit(match: Match, moment: Moment) -> None:
    """The game's own audit of every deal and step finds no fault."""
    game = match.game
    if game.audit is None:
        raise Moot
    said = game.audit(None, None, match.opening) if moment is match.moments[0] else None
    if said is None:
        # Made again: the step that is kept shares its state with the next one.
        before = unpack(game, moment.before)
        step = game.apply(before, moment.actor, moment.action, match.chance(moment.number), moment.now)
        said = game.audit(unpack(game, moment.before), moment.action, step)
    if said is not None:
        raise Broken(said, fault=said.replace(repr(moment.action), "").replace("the deal", ""))

"""What a game itself finds wrong with its deals and steps (`Game.audit`)."""

from __future__ import annotations

from .match import Match, Moment
from .promise import Broken, unpack
from .sample import Sample


def stands_its_own_audit(sample: Sample) -> None:
    """The game's own look at every deal and every step finds nothing."""
    if sample.game.audit is None:
        return
    for match in (*sample.whole, *sample.long):
        deals_as_it_says(match)
    for match, moment in sample.moments():
        steps_as_it_says(match, moment)


def deals_as_it_says(match: Match) -> None:
    audit = match.game.audit
    if audit is not None and (said := audit(None, None, match.opening)) is not None:
        raise Broken(said)


def steps_as_it_says(match: Match, moment: Moment) -> None:
    """The step is made again: the one that is kept shares its state with the next."""
    game = match.game
    step = game.apply(unpack(game, moment.before), moment.actor, moment.action, match.chance(moment.number), moment.now)
    if game.audit is not None and (said := game.audit(unpack(game, moment.before), moment.action, step)) is not None:
        raise Broken(said)

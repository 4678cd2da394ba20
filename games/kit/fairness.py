"""Doubts that only many matches raise: options without effect, seats that never act, deals that are always the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from ..api import HOST, AnyGame, Json, Refused
from ..chance import Chance
from .choices import drawn_overrides, values_of
from .match import START, Match
from .met import Tally
from .promise import Broken, Doubt, options_of, pack, seats_of, unpack

OFTEN: Final = 20
"""After this many matches of one size, a seat that never acts, or always wins, is remarkable."""
DEALS: Final = 8
FEW: Final = 4
"""If more cards are never dealt, they are left out on purpose (all nines, say)."""
TRIES: Final = 4
"""Sets of other options with which each option is tried, for each preset."""


def uses_its_options(game: AnyGame) -> None:
    """Each option makes a difference to the deal or the number of seats: rules see options only through the state."""
    idle = [field.encode_name for field in msgspec.structs.fields(game.Options) if not _matters(game, field)]
    if idle:
        raise Doubt(f"{', '.join(idle)} changes nothing: put it into the state that `setup` makes, or leave it out")


def shuffles(match: Match) -> None:
    """Another seed deals the cards in another order, and every named card is there."""
    game, players = match.game, len(match.sitters)
    if game.all_cards is None:
        return
    deals = [list(game.all_cards(_deal(game, match.options, players, number))) for number in range(DEALS)]
    if len(deals[0]) >= DEALS and all(deal == deals[0] for deal in deals):
        raise Broken(f"{DEALS} deals were all the same: shuffle with the `chance` that `setup` is given")
    if not all(type(card) is int for card in deals[0]):
        return
    for name, entries in game.names.items():
        absent = [entry for number, entry in enumerate(entries) if number not in deals[0]]
        if 0 < len(absent) <= FEW < len(deals[0]) < len(entries) and max(deals[0]) < len(entries):
            raise Doubt(f"{absent[0]!r} of Game.names[{name!r}] is never dealt: is a card missing from the deck?")


def count_seats(match: Match) -> None:
    """Note who has acted and who has won."""
    players = str(len(match.sitters))
    match.tally["matches", players] += match.ended
    for seat in {int(moment.actor) for moment in match.moments if moment.actor != HOST}:
        match.tally["acted", players, str(seat)] += 1
    outcome = match.game.outcome(unpack(match.game, match.last)) if match.ended else None
    for seat in outcome.winners if outcome is not None else ():
        match.tally["won", players, str(seat)] += 1


def gives_every_seat_a_chance(_: AnyGame, tally: Tally) -> None:
    """In many matches, every seat acts, and more than one wins."""
    for players in [key[1] for key in tally if key[0] == "matches"]:
        count = tally["matches", players]
        if count < OFTEN:
            continue
        seats = [str(seat) for seat in range(int(players))]
        idle = [seat for seat in seats if not tally["acted", players, seat]]
        won = [seat for seat in seats if tally["won", players, seat]]
        if idle:
            raise Doubt(
                f"in {count} matches of {players} players, seat {', '.join(idle)} has never acted: is that meant?"
            )
        if len(won) == 1 and int(players) > 1:
            raise Doubt(f"in {count} matches of {players} players, only seat {won[0]} has ever won: is that meant?")


def _matters(game: AnyGame, field: Any) -> bool:
    name = field.encode_name
    if name == game.seats_option:
        return True
    whim = Chance(name.encode())
    values = values_of(field.type, whim)
    compared = False
    for preset in game.presets:
        try:
            # Some options matter only where others have certain values.
            for others in ({}, *(drawn_overrides(game, preset, whim) for _ in range(TRIES))):
                outcomes = list(_outcomes(game, preset, [{**others, name: value} for value in values]))
                compared = compared or len(outcomes) > 1
                if len(set(outcomes)) > 1:
                    return True
        except Broken:
            return True  # a match will show the exception, and its command will repeat it
    return not compared


def _outcomes(game: AnyGame, preset: str, overrides: Sequence[Mapping[str, Json]]) -> Iterator[bytes]:
    """The deal with such options, and the answers that depend only on options."""
    for some in overrides:
        try:
            seats = seats_of(game, preset, some)
            options = options_of(game, preset, seats[-1], some)
            asked = [ask(options) for ask in (game.pausable, game.auto_level, game.fill_to) if ask is not None]
            yield pack([list(seats), asked, _deal(game, options, seats[-1], 0)])
        except (Refused, msgspec.ValidationError, IndexError):
            continue  # not with this preset


def _deal(game: AnyGame, options: Any, players: int, number: int) -> Any:
    return game.setup(options, ["human"] * players, Chance(b"fairness", number), START).state

"""Random options, as hosts might choose them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import inspect

from ..api import AnyGame, Json, Refused
from ..chance import Chance
from .promise import Broken, options_of, seats_of

_LISTS: Final = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)
_FAR: Final = 100
"""Distance from a bound without an opposite one."""
_FEW: Final = 8
"""Up to this many values, each is drawn; of more, those at the ends and one between."""


def drawn_overrides(game: AnyGame, preset: str, whim: Chance) -> dict[str, Json]:
    """Random overrides of the preset. If the game refuses the combination, they are dropped one by one."""
    drawn: dict[str, Json] = {}
    for field in msgspec.structs.fields(game.Options):
        if whim.chance(1, 2) and (values := values_of(field.type, whim)):
            drawn[field.encode_name] = whim.choice(values)
    while drawn and not _fits(game, preset, drawn):
        del drawn[whim.choice(sorted(drawn))]
    return drawn


def allowed_seats(game: AnyGame, preset: str, overrides: Mapping[str, Json]) -> range:
    """The numbers of players that these options allow; Broken where the game could not seat them."""
    seats = seats_of(game, preset, overrides)
    if not seats or not set(seats) <= set(game.seats):
        with_options = f" with {dict(overrides)}" if overrides else ""
        raise Broken(
            f"preset {preset}{with_options} allows {seats} players, but Game.seats is {game.seats}: "
            "let seats_for give a part of it, and not an empty one."
        )
    return seats


def _fits(game: AnyGame, preset: str, overrides: dict[str, Json]) -> bool:
    """Does the game accept these options at the smallest and the largest table?"""
    try:
        seats = allowed_seats(game, preset, overrides)
        for players in (seats[0], seats[-1]):
            options_of(game, preset, players, overrides)
    except (Refused, msgspec.ValidationError):
        return False
    return True


def values_of(kind: Any, whim: Chance) -> Sequence[Any]:
    """Values that an option of this type may have."""
    return _values(inspect.type_info(kind), whim)


def _values(kind: inspect.Type, whim: Chance) -> Sequence[Any]:
    """Values of the type: all if there are few, those near the ends of a range, one between, none for other types."""
    match kind:
        case inspect.BoolType():
            return (False, True)
        case inspect.LiteralType(values):
            return values
        case inspect.EnumType(cls):
            return [entry.value for entry in cls]
        case inspect.IntType():
            least, most = _ends(kind)
            step = kind.multiple_of or 1
            few = range(least, most + 1) if most - least < _FEW else (least, least + 1, most - 1, most)
            some = [n - n % step for n in (*few, whim.between(least, most))]
            return [n for n in dict.fromkeys(some) if n >= least]
        case inspect.Metadata(type=inner):
            return _values(inner, whim)
        case inspect.UnionType(types):
            return [value for inner in types for value in _values(inner, whim)]
        case _ if isinstance(kind, _LISTS):
            found = list(_values(kind.item_type, whim))
            whim.shuffle(found)
            return ([], found[: whim.below(len(found)) + 1]) if found else ()
    return ()


def _ends(kind: inspect.IntType) -> tuple[int, int]:
    least, most = kind.ge, kind.le
    if least is None:
        least = 0 if most is None else most - _FAR
    return least, least + _FAR if most is None else most

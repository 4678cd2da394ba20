"""The state in which a scenario vector begins (uno.md 23). Missing fields are filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.api import Json
from games.chance import Chance
from games.uno.cards import CARD_BY_ID, COLOR, COLOR_BY_NAME, COLORLESS, Card
from games.uno.options import Options, pack, resolve
from games.uno.rules.dealing import deal_round
from games.uno.rules.step_context import Act
from games.uno.state import CALLED, HUMAN, TURN, State

MOST_SHUFFLES = 10_000
"""More than any sound scenario needs: with a fixed order some decks never yield a first discard."""


class Unshuffled(Chance):
    """The shuffle of vectors is the identity."""

    def __init__(self) -> None:
        super().__init__(b"")
        self._shuffles = 0

    def shuffle(self, items: Any) -> None:
        """Leave the order as it is."""
        self._shuffles += 1
        if self._shuffles > MOST_SHUFFLES:
            raise ValueError("no card of this deck may open the discard pile")


def in_play(vector: Mapping[str, Json]) -> State:
    """A running round in phase `turn`, as the vector sets it up."""
    options, players, setup = _options(vector), vector["players"], vector["setup"]
    s = _seated(options, players, setup)
    hands = setup.get("hands") or {}
    s.hands = [_cards(hands.get(p)) for p in players]
    s.deck = _cards(setup.get("drawPile"))[::-1]
    s.discard = _cards(setup["discard"])
    s.color = COLOR_BY_NAME.get(setup["color"], COLORLESS) if "color" in setup else COLOR[s.discard[-1]]
    s.phase = TURN
    s.current = players.index(setup.get("current", players[0]))
    s.direction = setup.get("direction", 1)
    s.turn = setup.get("turnNumber", 1)
    s.round = setup.get("roundNumber", 1)
    called = [players.index(p) for p in setup.get("unoCalled") or []]
    if options.uno_enforcement == "endTurn":
        s.called = s.current in called
    else:
        s.flags = dict.fromkeys(called, CALLED)
    s.deadline = options.turn_seconds * 1000
    return s


def dealt(vector: Mapping[str, Json]) -> Act:
    """The first round, dealt from the order that the vector gives."""
    options, players, setup = _options(vector), vector["players"], vector["setup"]
    s = _seated(options, players, setup)
    s.round = setup.get("roundNumber", 1) - 1
    act = Act(s, options, Unshuffled(), 0)
    deal_round(act, s.dealer, _cards(setup["deck"]))
    return act


def _options(vector: Mapping[str, Json]) -> Options:
    """With the real number of players; `minPlayers` and `maxPlayers` do not matter here."""
    chosen = {k: v for k, v in (vector.get("options") or {}).items() if k not in ("minPlayers", "maxPlayers")}
    return resolve(preset_of(vector), chosen, len(vector["players"]))


def preset_of(vector: Mapping[str, Json]) -> str:
    """The preset that a vector names; `standard` if it names none."""
    preset: str | None = vector.get("preset")
    return "standard" if preset is None else preset


def _seated(options: Options, players: list[str], setup: Mapping[str, Json]) -> State:
    seats = len(players)
    s = State(
        options=pack(options),
        hands=[[] for _ in players],
        seats=[HUMAN] * seats,
        scores=[0] * seats,
        rounds_won=[0] * seats,
        dealer=players.index(setup.get("dealer", players[-1])),
    )
    for name, into in (("scores", s.scores), ("roundsWon", s.rounds_won)):
        for player, value in (setup.get(name) or {}).items():
            into[players.index(player)] = value
    return s


def _cards(ids: list[str] | None) -> list[Card]:
    return [CARD_BY_ID[i] for i in ids or []]

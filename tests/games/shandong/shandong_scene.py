"""Scenes for the tests of the phase machine: a match with known cards, and a clock under the test's control."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from games.api import HOST, Refused, Told, WakeUp
from games.shandong.audit.vectors_phases import NOBODY, Decks, action_of, view_of
from games.shandong.options import parse_rules
from games.shandong.rules.cards import CARD_IDS, CARD_OF, RANK_INDEX, RANKS, SUIT_INDEX, ids_of
from games.shandong.rules.phases.awaiting import enter
from games.shandong.rules.phases.course import Course
from games.shandong.rules.phases.dealing import new_deal
from games.shandong.rules.phases.match import empty_match, step
from games.shandong.rules.phases.timing import advance
from games.shandong.state import Phase, Round, State, team

AT_ONCE: Mapping[str, Any] = {"dealIntervalMs": 0}
LETTERS = {"h": "hearts", "s": "spades", "c": "clubs", "d": "diamonds"}


def ids(text: str) -> list[str]:
    """Card ids from short names: "h9 h9' bj sj'": hearts nine of deck 0 and of deck 1, big joker, other small joker."""
    found = []
    for name in text.split():
        deck = 1 if name.endswith("'") else 0
        name = name.rstrip("'")
        if name in ("bj", "sj"):
            found.append(f"joker_{'big' if name == 'bj' else 'small'}_{deck}")
        else:
            found.append(f"{LETTERS[name[0]]}_{name[1:]}_{deck}")
    assert all(card in CARD_OF for card in found), text
    return found


def deal(*wishes: str, bottom: str = "") -> dict[str, Any]:
    """A deal in which the seats get these cards first; the others fill up in canonical order."""
    wanted = [ids(wish) for wish in wishes] + [[]] * (4 - len(wishes))
    lying = ids(bottom)
    named = {card for cards in wanted for card in cards} | set(lying)
    rest = iter([card for card in CARD_IDS if card not in named])
    hands = [[*cards, *[next(rest) for _ in range(26 - len(cards))]] for cards in wanted]
    return {"hands": hands, "bottom": [*lying, *rest]}


class Scene:
    """A match between two steps. `code` is the refusal of the last action, None if it was accepted."""

    def __init__(self, state: State, decks: Decks) -> None:
        self.state = state
        self.decks = decks
        self.now = 0
        self.code: str | None = None
        self.params: dict[str, Any] = {}
        self.told: Sequence[Told] = ()

    def do(self, at: int, seat: int | None, action: str, payload: Any = None, **fields: Any) -> Scene:
        """What a seat asks at a time; card lists may be short names."""
        full = payload if payload is not None else {k: ids(v) if isinstance(v, str) else v for k, v in fields.items()}
        return self.apply(at, NOBODY if seat is None else seat, action_of(action, full))

    def tick(self, at: int) -> Scene:
        return self.apply(at, HOST, WakeUp())

    def apply(self, at: int, actor: int, action: Any) -> Scene:
        before = msgspec.msgpack.encode(self.state)
        stored = msgspec.msgpack.decode(before, type=State)
        self.now = at
        self.code, self.params, self.told = None, {}, ()
        try:
            done = step(stored, actor, action, Course(at, self.decks))
        except Refused as refused:
            assert msgspec.msgpack.encode(stored) == before, "a refused action changes nothing"
            self.code, self.params = refused.code, refused.params
            return self
        if done.refused is not None:
            self.code, self.params = done.refused.code, done.refused.params
        self.state, self.told = done.state, done.events
        return self

    def passes(self, at: int, *seats: int) -> Scene:
        for seat in seats:
            self.do(at, seat, "pass")
            assert self.code is None, (seat, self.code)
        return self

    @property
    def phase(self) -> str:
        return self.state.phase.label

    @property
    def round(self) -> Round:
        return self.state.round

    @property
    def deadline(self) -> int | None:
        return self.state.deadline

    @property
    def counts(self) -> list[int]:
        return [len(hand) for hand in self.round.hands]

    @property
    def auto(self) -> list[bool]:
        return [bool(presence) for presence in self.state.presence]

    @property
    def levels(self) -> list[str]:
        return [RANKS[level] for level in self.state.levels]

    def hand(self, seat: int) -> set[str]:
        return set(ids_of(self.round.hands[seat]))

    def view(self, viewer: int | None) -> dict[str, Any]:
        return view_of(self.state, viewer)

    def sees(self, viewer: int | None, cards: str) -> bool:
        """Do all of these cards occur in the viewer's full view? Fails if only some do."""
        text = msgspec.json.encode(self.view(viewer)).decode()
        found = {f'"{card}"' in text for card in ids(cards)}
        assert len(found) == 1, f"{viewer} sees some of {cards}, but not all"
        return found.pop()


def dealt(
    *deals: Mapping[str, Any],
    rules: Mapping[str, Any] = AT_ONCE,
    dealer: int | None = None,
    levels: tuple[str, str] = ("2", "2"),
) -> Scene:
    """A scene whose first deal begins at time 0."""
    decks = Decks(deals)
    state = empty_match(parse_rules(rules))
    state.levels = [RANK_INDEX[level] for level in levels]
    state.dealer = dealer
    state.level = state.levels[0 if dealer is None else team(dealer)]
    course = Course(0, decks)
    new_deal(state, course, 0)
    advance(state, 0, course)
    return Scene(state, decks)


def playing(
    *hands: str,
    turn: int = 0,
    trump: str | None = "spades",
    dealer: int = 0,
    holder: int = 0,
    burier: int = 2,
    buried: str = "c4 c6 c7 c8",
    levels: tuple[str, str] = ("2", "2"),
    points: int = 0,
    rules: Mapping[str, Any] = AT_ONCE,
    deals: Iterable[Mapping[str, Any]] = (),
) -> Scene:
    """A scene in which a seat is about to lead at time 0."""
    state = empty_match(parse_rules(rules))
    state.levels = [RANK_INDEX[level] for level in levels]
    state.dealer = dealer
    state.level = state.levels[team(dealer)]
    state.number = 1
    held = [[CARD_OF[card] for card in ids(hand)] for hand in hands]
    lying = [CARD_OF[card] for card in ids(buried)]
    named = {*lying, *(card for hand in held for card in hand)}
    state.round = Round(
        dealt=104,
        hands=held,
        bottom=lying,
        declarer=holder,
        trump_holder=holder,
        trump_suit=None if trump is None else SUIT_INDEX[trump],
        burier=burier,
        revealed=True,
        turn=turn,
        leader=turn,
        played=[card for card in range(108) if card not in named],
        points=points,
    )
    enter(state, Phase.playing, 0, state.rules.turn_ms)
    return Scene(state, Decks(list(deals)))

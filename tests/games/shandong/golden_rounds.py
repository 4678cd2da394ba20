"""Whole rounds as text, one for each way that a round may go.

    python tests/games/shandong/golden_rounds.py

writes them anew into `playthroughs/`: each with the first seed for which the round really goes that way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from games.api import HOST, BotSeat, WakeUp
from games.chance import Chance
from games.shandong import GAME
from games.shandong import events as e
from games.shandong.actions import Action, Cards, Counter, Declare, Pass, Play, Stick, StickCards
from games.shandong.options import parse_rules
from games.shandong.rules.cards import RANK_INDEX, TRUMP, ids_of
from games.shandong.rules.phases.awaiting import awaited, may_act
from games.shandong.rules.phases.course import Course
from games.shandong.rules.phases.dealing import new_deal
from games.shandong.rules.phases.match import empty_match, shuffled, step
from games.shandong.rules.phases.timing import advance, wake
from games.shandong.rules.tricks import rank_of_play
from games.shandong.rules.types import identify_card_type
from games.shandong.state import Phase, State, team
from games.shandong.views.words import Bid, NothingDeclared
from games.views import Event
from tests.games.shandong.round_teller import Teller

FOLDER = Path(__file__).with_name("playthroughs")
OVER = (Phase.round_end, Phase.match_end)
Wish = Callable[[State, int, Action | None], Action | None]
"""What a seat does instead of what the bot means to do."""


def as_it_comes(state: State, seat: int, meant: Action | None) -> Action | None:
    return meant


def shows_what_it_can(state: State, seat: int, meant: Action | None) -> Action | None:
    """Counters and sticks with whatever will do."""
    own = GAME.own(state, seat)
    if state.phase is Phase.countering and own.counters:
        return Counter(Cards(ids_of(own.counters[0])))
    if own.sticks:
        return Stick(StickCards(ids_of(own.sticks[0].cards), ids_of(own.sticks[0].giveBack)))
    return meant


def says_nothing_at_first(state: State, seat: int, meant: Action | None) -> Action | None:
    """Nobody declares in the first deal."""
    if state.number > 1 or not isinstance(meant, Declare):
        return meant
    return Pass() if state.phase is Phase.declaring else None


def throws_boldly(state: State, seat: int, meant: Action | None) -> Action | None:
    """Leads all its cards of the longest plain suit."""
    if state.phase is not Phase.playing or state.round.trick or seat != state.round.turn:
        return meant
    effective = state.trumps.effective
    suits = [[c for c in state.round.hands[seat] if effective[c] == suit] for suit in range(TRUMP)]
    longest = max(suits, key=len)
    return Play(Cards(ids_of(longest))) if len(longest) > 1 else meant


@dataclass
class Round:
    """What was heard while it was played, and what it looked like at the end."""

    heard: list[Event] = field(default_factory=list)
    text: str = ""
    state: State | None = None

    def all(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.heard if isinstance(event, kind)]

    def only(self, kind: type[Event]) -> Any:
        (event,) = self.all(kind)
        return event

    def bids(self) -> list[Bid]:
        return [event.bid for event in self.all(e.Showed)]

    def tricks(self) -> list[list[e.Played]]:
        plays = self.all(e.Played)
        return [plays[at : at + 4] for at in range(0, len(plays), 4)]


@dataclass(frozen=True)
class Golden:
    """A way that a round may go. `shows`: did this one really go that way?"""

    about: str
    shows: Callable[[Round], bool]
    levels: tuple[str, str] = ("2", "2")
    dealer: int | None = None
    wish: Wish = as_it_comes
    rules: Mapping[str, Any] = field(default_factory=dict)

    def heading(self, seed: str) -> str:
        rules = " ".join(f"{name}={value}" for name, value in self.rules.items()) or "standard"
        return f"{self.about}\nseed {seed} · rules {rules}\n\n"

    def play(self, seed: str) -> Round:
        """The round of this seed, played by baseline bots with this wish."""
        return _Play(self, seed).whole()


class _Play:
    def __init__(self, golden: Golden, seed: str) -> None:
        self.golden = golden
        self.deals = Chance(seed.encode())
        self.memory = [b""] * 4
        self.told: list[list[Event]] = [[], [], [], []]
        self.teller = Teller()
        self.round = Round()
        self.now = 0
        state = empty_match(parse_rules(golden.rules))
        state.levels = [RANK_INDEX[level] for level in golden.levels]
        state.dealer = golden.dealer
        state.level = state.levels[0 if golden.dealer is None else team(golden.dealer)]
        self.state = state
        course = self._course()
        new_deal(state, course, 0)
        advance(state, 0, course)
        self._heard(course.told)

    def whole(self) -> Round:
        while self.state.phase not in OVER:
            self._next()
        self.round.text = "\n".join(self.teller.lines) + "\n"
        self.round.state = self.state
        return self.round

    def _course(self) -> Course:
        return Course(self.now, lambda _: shuffled(self.deals))

    def _next(self) -> None:
        plans = [plan for seat in may_act(self.state) if (plan := self._plan(seat)) is not None]
        wakes = wake(self.state)
        action: Action | WakeUp | None
        think, seat, action = min(plans, key=lambda plan: plan[:2], default=(0, HOST, None))
        if action is None or (wakes is not None and wakes.at <= self.now + think):
            assert wakes is not None
            self.now, seat, action = max(self.now, wakes.at), HOST, wakes.action
        else:
            self.now += think
        done = step(self.state, seat, action, self._course())
        self.state = done.state
        self._heard(done.events)

    def _plan(self, seat: int) -> tuple[int, int, Action] | None:
        table, own = GAME.table(self.state), GAME.own(self.state, seat)
        assert GAME.bot is not None
        heard, self.told[seat] = self.told[seat], []
        plan = GAME.bot(table, own, BotSeat(seat), heard, self.memory[seat], self.deals, "baseline")
        self.memory[seat] = plan.memory
        action = self.golden.wish(self.state, seat, plan.action)
        if action is None and self.state.phase is not Phase.dealing and seat in awaited(self.state):
            action = plan.action
        return None if action is None else (plan.think_ms, seat, action)

    def _heard(self, told: Sequence[Any]) -> None:
        self.teller.hear(told, self.state)
        self.round.heard += [one.public for one in told if one.public is not None]
        for seat in range(4):
            self.told[seat] += [event for one in told if (event := one.secret.get(seat, one.public)) is not None]


def overruffed(played: Round) -> bool:
    """In some trick of a plain lead a ruff beats an earlier one."""
    assert played.state is not None
    trumps = played.state.trumps
    for plays in played.tricks():
        lead = identify_card_type(plays[0].cards, trumps)
        ranks = [rank_of_play(lead, identify_card_type(play.cards, trumps).bits, trumps) for play in plays[1:]]
        ruffs = [rank for rank in ranks if rank is not None and rank[0] == 1]
        if any(later > earlier for earlier, later in pairwise(ruffs)):
            return True
    return False


def first_round(played: Round) -> bool:
    """The player who declares becomes dealer, and their partner buries."""
    shown, revealed = played.only(e.Showed), played.only(e.TrumpRevealed)
    assert played.state is not None
    return (
        played.all(e.RoundBegan)[0].dealer is None
        and played.state.dealer == shown.seat == revealed.holder
        and played.only(e.Buried).seat == (shown.seat + 2) % 4
    )


def climbed(played: Round) -> bool:
    ended, began = played.only(e.RoundEnded), played.all(e.RoundBegan)[-1]
    return bool(ended.steps > 1) and ended.teamLevels != began.teamLevels


def nothing_declared(outcome: NothingDeclared) -> Callable[[Round], bool]:
    return lambda played: played.only(e.NoDeclare).outcome is outcome and len(played.all(e.RoundBegan)) == 2


GOLDEN: Mapping[str, Golden] = {
    "first-round": Golden(
        "The first round: whoever declares becomes the dealer",
        lambda played: played.bids() == [Bid.declare] and first_round(played),
    ),
    "counter": Golden(
        "A declaration is countered: another pair makes the trump suit",
        lambda played: played.bids() == [Bid.declare, Bid.counter],
        ("7", "9"),
        1,
        shows_what_it_can,
    ),
    "stick": Golden(
        "Somebody sticks: three cards go each way between them and the declarer",
        lambda played: played.bids() == [Bid.declare, Bid.stick] and bool(played.only(e.Exchanged)),
        ("7", "9"),
        2,
        shows_what_it_can,
    ),
    "no-declaration-at-first": Golden(
        "Nobody declares in the first round: the cards are dealt again",
        nothing_declared(NothingDeclared.redeal),
        wish=says_nothing_at_first,
    ),
    "no-declaration": Golden(
        "Nobody declares in a later round: the defenders climb three levels and deal",
        nothing_declared(NothingDeclared.up3),
        ("7", "9"),
        0,
        says_nothing_at_first,
    ),
    "failed-throw": Golden(
        "A throw is refused for several reasons: the next seat chooses what must be led",
        lambda played: (
            any(event.chooser is not None for event in played.all(e.ThrowFailed)) and bool(played.all(e.ThrowChosen))
        ),
        ("Q", "10"),
        0,
        throws_boldly,
    ),
    "overruff": Golden("A ruff is beaten by a higher ruff", overruffed, ("8", "J"), 3),
    "bottom-capture": Golden(
        "The defenders win the last trick, and the points of the bottom many times over",
        lambda played: played.only(e.RoundEnded).defenderDelta > 0,
        ("10", "4"),
        2,
    ),
    "level-climb": Golden("The dealers hold the deal and climb more than one level", climbed, ("6", "K"), 0),
    "match-end": Golden(
        "The dealers hold the deal at the last level and win the match",
        lambda played: bool(played.all(e.MatchEnded)),
        ("A", "K"),
        0,
    ),
}


def written(name: str, seed: str) -> tuple[str, Round]:
    """The text of a golden round, and the round."""
    golden = GOLDEN[name]
    played = golden.play(seed)
    return golden.heading(seed) + played.text, played


def main() -> None:
    for name, golden in GOLDEN.items():
        seed = next(str(n) for n in count(1) if golden.shows(golden.play(str(n))))
        (FOLDER / f"{name}.txt").write_text(written(name, seed)[0], encoding="utf-8")
        print(f"{name}: seed {seed}", file=sys.stderr)


if __name__ == "__main__":
    main()

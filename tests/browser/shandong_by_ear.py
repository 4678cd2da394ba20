"""山东升级 by ear, as the bot `baseline` plays it (shandong.md 15.3): its choice, but among cards that were heard."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, NamedTuple

from games.shandong.actions import Counter as Counters
from games.shandong.actions import Declare, Pass, Stick
from games.shandong.bots.bidding import in_window
from games.shandong.bots.following import choose_follow
from games.shandong.bots.leading import choose_lead
from games.shandong.bots.memory import Memory
from games.shandong.bots.position import ALL_CARDS, Position
from games.shandong.options import DEFAULT_RULES
from games.shandong.rules.cards import CARD_OF, TRUMP, bits_of, cards_in, suit_of
from games.shandong.rules.keep_values import cheapest_bury
from games.shandong.rules.offers import counters, declarations, sticks
from games.shandong.rules.trumps import Trumps, trumps_for
from games.shandong.state import Phase
from tests.browser.match_by_ear import MatchByEar, told
from tests.browser.shandong_words import RANK_WORDS, SUIT_WORD, SUIT_WORDS, Kind, cards_of, kinds, kinds_in

WHOLE_HAND = 26
HAND = re.compile(r"\d+ (?:cards?|张)[:：] ?(.*)[.。]")
SEAT = re.compile(r"([^,:：、]+) \d+")
TRUMP_NOW = re.compile(rf"(?:Trump: |主牌：)(?:({SUIT_WORD})|.+?)(?:, level |，打 )(\w+)")
CHOSEN = re.compile(r"(?:Chosen: |选了)(.*?)(?:, \d+ of \d+\.|, \d+ in all|。已选|，\d+ 张)")
OFFER = re.compile(rf"(\d) ({SUIT_WORD})")
BEGINS = re.compile(r"Round \d+, level|第 \d+ 局，打")
WINS = re.compile(r"\bwins?(?:\.|,)|赢这一墩")
MAY = {
    Phase.declaring: re.compile(r"You can declare|可以亮主"),
    Phase.countering: re.compile(r"You can counter|可以反主"),
    Phase.sticking: re.compile(r"You can stick|可以粘"),
}
PASSES = re.compile(r"P passes|按 P 过")
GIVES = re.compile(r"Enter gives them|回车换牌")
BURIES = re.compile(r"Enter buries|回车扣底")
TURN = re.compile(r"Your turn|轮到你")
CHOOSES = re.compile(r"Choose what must be led|指定一种")
NEXT = re.compile(r"Enter: next round|按回车开始下一局")
AGAIN = re.compile(r"Enter again|再按回车")
OVER = re.compile(r"(You won!|你们赢了！)|They won|对方获胜")


class Belief(NamedTuple):
    """All that a play depends on, besides who is out of a suit, which follows from the plays."""

    level: int
    suit: int | None
    hand: list[Kind]
    unseen: list[Kind]
    plays: list[list[Kind]]
    leader: int


@dataclass
class Round:
    """What has been heard since the cards were dealt."""

    level: int | None = None
    holder: int | None = None
    declarer: int | None = None
    dealer: int | None = None
    trumps: Trumps | None = None
    hand: int = 0
    known: bool = False
    """Is the hand complete, and kept up to date?"""
    gone: int = 0
    """Cards of earlier tricks, and those that the player has buried."""
    trick: list[tuple[int, int]] = field(default_factory=list)
    memory: Memory = field(default_factory=lambda: Memory(0))

    @property
    def laid(self) -> int:
        return sum(cards for _, cards in self.trick)


@dataclass
class ShandongByEar(MatchByEar):
    seats: list[str] = field(default_factory=list)
    now: Round = field(default_factory=Round)

    @property
    def me(self) -> int:
        return self.seats.index(self.name)

    async def hear(self, text: str) -> None:
        if not self.seats:
            self.seats = [name.strip() for name in SEAT.findall(await self.ear.ask("o"))]
        if BEGINS.search(text) or self.now.level is None:
            # Asked before there is a hurry: whoever declares first has declared.
            self.now = Round(level=(await self.trumps()).level)
        self.note(text)
        if over := OVER.search(text):
            self.won = over[1] is not None
        elif phase := next((phase for phase, may in MAY.items() if may.search(text)), None):
            await self.bid(phase)
        elif NEXT.search(text):
            await self.ear.press("Enter")
        elif BURIES.search(text):
            await self.bury()
        elif CHOOSES.search(text):
            await self.ear.press("1")
        elif PASSES.search(text):
            await self.ear.press("p")
        elif TURN.search(text):
            await self.lay()

    def note(self, text: str) -> None:
        """Who has shown trump, and who has played what."""
        now, names = self.now, "|".join(self.seats)
        for name in re.findall(rf"({names}) deals\.|庄家 ({names})。", text):
            now.dealer = self.seats.index("".join(name))
        for name, first in re.findall(rf"({names}) (?:(declares|亮主)|counters|反主)[:：]", text):
            now.holder = self.seats.index(name)
            now.declarer = now.holder if first else now.declarer
        plays = rf"(?:({names})(?: leads | 首出|: |：)|You play |你出)([^.。]*)[.。]|({WINS.pattern})"
        for name, cards, won in re.findall(plays, text):
            if won:
                self.taken()
            else:
                self.played(self.seats.index(name) if name else self.me, cards)

    def played(self, seat: int, text: str) -> None:
        now = self.now
        if seat == self.me:
            cards = cards_in(now.hand)
            played = 0
            for kind in kinds(text):
                played |= next(1 << card for card in cards if card >> 1 == kind and not played >> card & 1)
            now.hand &= ~played
        else:
            played = cards_of(kinds(text), now.gone | now.laid | now.hand)
        now.trick.append((seat, played))

    def taken(self) -> None:
        """The trick is over; those who did not follow are out of a suit."""
        now = self.now
        self.remember()
        now.gone |= now.laid
        now.trick = []

    def remember(self) -> None:
        now = self.now
        if now.trumps is not None:
            plays = [SimpleNamespace(seat=seat, cards=cards_in(cards)) for seat, cards in now.trick]
            table: Any = SimpleNamespace(lastTrick=None, trick=SimpleNamespace(plays=plays))
            now.memory.watch(table, now.trumps)

    async def hand(self) -> int:
        """As it is read out."""
        return cards_of(kinds(told(HAND, await self.ear.ask("g"))[1]), self.now.gone | self.now.laid)

    async def trumps(self) -> Trumps:
        suit, level = told(TRUMP_NOW, await self.ear.ask("t")).groups()
        return trumps_for(RANK_WORDS[level], SUIT_WORDS[suit] if suit else None, DEFAULT_RULES)

    async def bid(self, phase: Phase) -> None:
        """Whenever something can be shown: looks through the hand again and again, until more is heard."""
        level = self.now.level
        assert level is not None
        offers = self.ear.told[self.ear.read - 1].text
        while not any(MAY[phase].search(one.text) or not one.now for one in self.ear.told[self.ear.read :]):
            hand = await self.hand()
            action = self.shown(phase, level, cards_in(hand))
            if isinstance(action, Stick):
                assert GIVES.search(await self.ear.ask("1"))  # what the table has chosen is what the bot gives back
                await self.ear.press("Enter")
            elif isinstance(action, Declare | Counters):
                suit = suit_of(CARD_OF[action.payload.cards[-1]])
                key = next(key for key, word in OFFER.findall(offers) if SUIT_WORDS[word] == suit)
                await self.ear.press(key)
            elif hand.bit_count() == WHOLE_HAND:
                await self.ear.press("p")
            await self.ear.hear()

    def shown(self, phase: Phase, level: int, hand: Sequence[int]) -> Any:
        """What the bot would show."""
        now, dark = self.now, trumps_for(level, None, DEFAULT_RULES)
        table: Any = SimpleNamespace(
            phase=phase, level=level, dealer=now.dealer, declarer=now.declarer, trumpHolder=now.holder, house=""
        )
        own: Any = SimpleNamespace(
            hand=list(hand),
            declares=[list(one) for one in declarations(hand, DEFAULT_RULES)] if phase is Phase.declaring else [],
            counters=[list(one) for one in counters(hand, DEFAULT_RULES, None)] if phase is Phase.countering else [],
            sticks=sticks(hand, dark) if phase is Phase.sticking else [],
            mayStick=phase is Phase.sticking,
            mayPass=len(hand) == WHOLE_HAND,
        )
        action, _ = in_window(table, own, self.me) or (None, 0)
        return None if isinstance(action, Pass) else action

    async def bury(self) -> None:
        now = self.now
        trumps, hand = await self.trumps(), await self.hand()
        buried = bits_of(cheapest_bury(cards_in(hand), trumps))
        now.gone |= buried
        await self.take(buried, trumps)

    async def lay(self) -> None:
        """Plays what the bot would play."""
        now = self.now
        if now.trumps is None or not now.known:
            now.trumps, now.hand, now.known = await self.trumps(), await self.hand(), True
        self.remember()
        unseen = ALL_CARDS & ~(now.hand | now.gone | now.laid)
        leader = now.trick[0][0] if now.trick else self.me
        plays = [cards for _, cards in now.trick]
        position = Position(self.me, now.trumps, now.hand, unseen, now.memory.voids, leader, plays)
        await self.witness(
            Belief(
                now.trumps.level,
                now.trumps.suit,
                kinds_in(now.hand),
                kinds_in(unseen),
                [kinds_in(cards) for cards in plays],
                leader,
            )
        )
        await self.take(choose_follow(position) if plays else choose_lead(position), now.trumps)

    async def take(self, cards: int, trumps: Trumps) -> None:
        """Chooses these cards, by the hint where it means the same, and otherwise card by card; then Enter."""
        wanted = Counter(kinds_in(cards))
        if Counter(kinds(told(CHOSEN, await self.ear.ask("h"))[1])) != wanted:
            await self.ear.ask("Escape")
            await self.walk(wanted, trumps)
        if AGAIN.search(await self.ear.press("Enter")):
            await self.ear.press("Enter")

    async def walk(self, wanted: Counter[Kind], trumps: Trumps) -> None:
        """From the first card on, past the groups in which nothing is wanted; the space bar takes what is."""
        while await self.step("ArrowUp"):
            pass
        while True:
            kind = kinds(self.ear.focus.removeprefix("option: ").partition(",")[0])[0]
            if wanted[kind]:
                wanted[kind] -= 1
                await self.ear.ask("Space")
            if not wanted.total():
                return
            here = group(kind, trumps) in [group(one, trumps) for one in wanted.elements()]
            assert await self.step("ArrowRight" if here else "ArrowDown"), f"{wanted} is not in the hand"

    async def step(self, key: str) -> bool:
        """Does this key lead to another card?"""
        before = self.ear.place
        await self.ear.press(key)
        return self.ear.place != before


def group(kind: Kind, trumps: Trumps) -> int:
    """What lies together in the hand: what is always trump, and each suit."""
    return TRUMP if kind in trumps.constants else suit_of(2 * kind)

"""The cards of 山东升级 as they are called, in both languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from games.shandong.rules.cards import BIG_JOKER, RANK_INDEX, RANKS, SMALL_JOKER, SUITS

Kind = int
"""A card of either deck."""

SUIT_WORDS = {
    **{word: at for at, word in enumerate(SUITS)},
    **{word: at for at, word in enumerate(("红桃", "黑桃", "梅花", "方块"))},
}
RANK_WORDS = {**RANK_INDEX, "jack": 9, "queen": 10, "king": 11, "ace": 12}
JOKERS = {"small joker": SMALL_JOKER, "小王": SMALL_JOKER, "big joker": BIG_JOKER, "大王": BIG_JOKER}
SUIT_WORD = "|".join(SUIT_WORDS)
BETWEEN = re.compile(r"[,、;；] ?")
ENGLISH = re.compile(rf"(?:(two) )?(.+?)(?(1)s) of ({SUIT_WORD})")
CHINESE = re.compile(rf"(一对)?({SUIT_WORD}) (.+)")
JOKER = re.compile(rf"(two |一对)?({'|'.join(JOKERS)})s?")


def kinds(text: str) -> list[Kind]:
    """The cards of a list that was read out."""
    return [kind for part in BETWEEN.split(text) for kind in _group(part)]


def _group(text: str) -> list[Kind]:
    if joker := JOKER.fullmatch(text):
        return [JOKERS[joker[2]]] * (2 if joker[1] else 1)
    if english := ENGLISH.fullmatch(text):
        twins, ranks, suit = english.groups()
    else:
        chinese = CHINESE.fullmatch(text)
        assert chinese, f"these are no cards: {text!r}"
        twins, suit, ranks = chinese.groups()
    found = [len(RANKS) * SUIT_WORDS[suit] + RANK_WORDS[rank] for rank in ranks.split(" ")]
    return found * 2 if twins else found


def cards_of(found: Iterable[Kind], gone: int = 0) -> int:
    """Some cards of these kinds that are not gone, as a bit set."""
    cards = 0
    for kind, n in Counter(found).items():
        free = [card for card in (2 * kind, 2 * kind + 1) if not gone >> card & 1]
        assert n <= len(free), f"kind {kind} was heard of too often"
        cards |= sum(1 << card for card in free[:n])
    return cards


def kinds_in(cards: int) -> list[Kind]:
    return [card >> 1 for card in range(108) if cards >> card & 1]

"""Traces of the rules: off by default; they say why, and never what others hold (shandong.md 15.4)."""

from __future__ import annotations

import logging
import re

import pytest

from games.shandong.events import Played, ThrowFailed
from games.shandong.options import DEFAULT_RULES
from games.shandong.rules.cards import CARD_OF
from games.shandong.rules.tracing import explain_type
from games.shandong.rules.trumps import trumps_for
from games.shandong.rules.types import identify_card_type
from tests.games.shandong.golden_rounds import GOLDEN
from tests.games.shandong.shandong_scene import ids, playing

HANDS = ("hA hA' c9", "hK h7 h6", "h8 h9 c4", "sQ sJ s4")
CARD = re.compile(r"(?:hearts|spades|clubs|diamonds|joker)_\w+?_[01]\b")


@pytest.fixture
def traced(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, "paiju.shandong")
    return caplog


def why(log: pytest.LogCaptureFixture) -> list[str]:
    return log.records[-1].why  # type: ignore[attr-defined]


def explained(cards: str, level: int, suit: int | None) -> list[str]:
    trumps = trumps_for(level, suit, DEFAULT_RULES)
    return explain_type(identify_card_type([CARD_OF[card] for card in ids(cards)], trumps), trumps)


def test_nothing_is_traced_unless_it_is_asked_for(caplog):
    playing(*HANDS).do(1, 0, "play", cards="hA hA'").do(2, 1, "play", cards="hK h6")
    assert caplog.records == []


def test_it_says_why_a_follow_was_refused(traced):
    playing(*HANDS).do(1, 0, "play", cards="hA hA'").do(2, 1, "play", cards="h7 h6")
    assert traced.messages == ["seat 0 leads pair", "seat 1 follows: MUST_PLAY_HIGHEST"]
    assert why(traced) == [
        "level 2, spades trump",
        "lead pair in hearts: hearts_A_0 hearts_A_1",
        "pool of 3 for 2: hearts_6_0 hearts_7_0 hearts_K_0",
        "play hearts_7_0 hearts_6_0",
        "must cover nothing",
        "and fill up with the 2 highest, such as hearts_K_0 hearts_7_0",
        "so MUST_PLAY_HIGHEST, expected hearts_7_0 hearts_K_0",
    ]


def test_it_says_why_a_follow_is_legal(traced):
    playing(*HANDS).do(1, 0, "play", cards="c9").do(2, 1, "play", cards="h7")
    assert why(traced)[-2:] == ["must hold the whole pool, the rest is free", "so it is legal"]


def test_it_says_why_a_type_was_recognised():
    assert explained("h9 h9' hJ hJ'", 8, 1) == [
        "level 10, spades trump",
        "cards hearts_9_0 hearts_9_1 hearts_J_0 hearts_J_1",
        "one effective suit, hearts",
        "consecutive_pairs of 4: yes, value 11",
        "so consecutive_pairs",
    ]
    assert explained("h2 h2' h3 h3'", 8, 1)[3:] == [
        "consecutive_pairs of 4: no",
        "flash of 4: no",
        "unit pair of 2, value 992: hearts_3_0 hearts_3_1",
        "unit pair of 2, value 990: hearts_2_0 hearts_2_1",
        "so mixed",
    ]
    assert explained("h9 sA", 8, 1)[-1] == "so MIXED_TRUMP_AND_PLAIN"


@pytest.mark.parametrize("name", ["failed-throw", "overruff"])
def test_no_trace_of_a_whole_round_names_a_card_that_only_others_hold(traced, name):
    """Each trace stands beside what was public by then and what its seat has played since: nothing else is in it."""
    played = GOLDEN[name].play("2")
    open_by_then = {seat: set[int]() for seat in range(4)}
    for event in played.heard:
        if isinstance(event, (Played, ThrowFailed)):
            cards = event.attempted if isinstance(event, ThrowFailed) else event.cards
            open_by_then[event.seat] |= set(cards)
    assert played.state is not None
    assert len(traced.records) > 60
    for record in traced.records:
        seat = int(record.message.split()[1])
        lead, own = record.why[1], record.why[2:]
        named = {CARD_OF[card] for line in own for card in CARD.findall(line)}
        assert named <= open_by_then[seat], f"{record.message} names cards that the seat did not hold"
        assert "leads" in record.message or lead.startswith("lead ")

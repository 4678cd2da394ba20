"""Thousands of random positions, in which the game must agree with the definitions (test_shandong_cards_oracle)."""

import os
from random import Random
from typing import Any

import pytest

from games.shandong.audit.legal_follows import count_follows, legal_follows
from games.shandong.options import parse_rules
from games.shandong.rules.cards import CARD_OF, EFFECTIVE_SUITS, RANK_INDEX, RANKS, ids_of, points_of
from games.shandong.rules.follow import check_mandatory_follow, duty
from games.shandong.rules.throws import check_throw
from games.shandong.rules.tricks import trick_winner
from games.shandong.rules.trumps import trumps_for
from games.shandong.rules.types import identify_card_type
from tests.games.shandong.test_cards_oracle import DECK, SUITS, Table, face, points, rank

POSITIONS = int(os.environ.get("SHANDONG_POSITIONS", "5000"))
SEEDS = [1, 2, 3, 4]


def cards(ids):
    return [CARD_OF[c] for c in ids]


def some_rules(random):
    """The default rules half the time, else a few options turned."""
    rules: dict[str, Any] = {}
    if random.random() < 0.5:
        return rules
    if random.random() < 0.4:
        rules["permanentTrumps"] = [r for r in ("2", "3", "5") if random.random() < 0.4]
    for option, turned in {
        "tractorAdjacency": "natural",
        "levelJokerTractors": False,
        "fourJokersFlash": True,
        "specialFollow": "pairs",
        "allowMixedTrumpInMixed": False,
        "ruffMatch": "exact",
        "throwChooser": "auto",
    }.items():
        if random.random() < 0.3:
            rules[option] = turned
    if random.random() < 0.05:
        rules["strictFollowRules"] = False
    return rules


def some_table(random):
    """The same table twice: as the definitions see it and as the game sees it."""
    level, trump, rules = random.choice(RANKS), random.choice([*SUITS, None]), some_rules(random)
    number = None if trump is None else SUITS.index(trump)
    return Table(level, trump, **rules), trumps_for(RANK_INDEX[level], number, parse_rules(rules))


def some_suit(random, table):
    return random.choice([*(s for s in SUITS if s != table.trump), "trump", "trump"])


def bunch(random, table, own, most):
    """Up to this many related cards from `own`: a run of faces, a rank in all suits, or whatever is there."""
    own = sorted(own, key=lambda c: (table.value(c), DECK.index(c)))
    faces = list(dict.fromkeys(map(face, own)))
    if random.random() < 0.25:
        high = [r for r in (table.level, "2", "3", "5") if sum(rank(f + "_0") == r for f in faces) >= 4]
        if high:
            r = random.choice(high)
            faces = [f for f in faces if rank(f + "_0") == r]
            random.shuffle(faces)
    start = random.randrange(len(faces))
    twice = random.choice([0, 0.2, 0.5, 0.8, 1, 1])
    row = [c for f in faces[start:] + faces[:start] for c in (f + "_0", f + "_1") if c in own]
    seconds = {c for c in row if c[-1] == "1" and random.random() >= twice}
    row = [c for c in row if c not in seconds]
    if random.random() < 0.15:
        random.shuffle(row)
    return row[:most]


def some_lead(random, table, s, most):
    """Cards that may be led: one bunch, or two as a throw."""
    own = [c for c in DECK if table.effective(c) == s]
    for _ in range(20):
        lead = bunch(random, table, own, min(most, random.choice([1, 2, 4, 4, 5, 5, 6, 6, 7, 8])))
        if random.random() < 0.25 and len(lead) < most:
            lead += bunch(random, table, [c for c in own if c not in lead], random.randint(1, most - len(lead)))
        kind = table.identify(lead)[0]
        if kind != "invalid" and (kind != "mixed" or random.random() < 0.3):
            break
    return lead if kind != "invalid" else lead[:1]


def some_hand(random, table, s, lead, most):
    """A hand with a chance of the lead's shapes, mostly with more cards of the suit than asked."""
    own = [c for c in DECK if table.effective(c) == s]
    if random.random() < 0.7:
        own = [c for c in own if c not in lead]
    hand = bunch(random, table, own, random.randint(min(len(lead), most - 1), most)) if own else []
    if random.random() < 0.4:
        hand = hand[random.randint(1, 3) :]
        hand += bunch(random, table, [c for c in own if c not in hand] or DECK, most - len(hand))
    hand = list(dict.fromkeys(hand))
    others = [c for c in DECK if table.effective(c) != s and c not in hand]
    missing = max(0, len(lead) - len(hand)) + (random.random() < 0.2)
    return hand + random.sample(others, missing)


@pytest.mark.parametrize("seed", SEEDS)
def test_follows_are_judged_and_constructed_as_defined(seed):
    random = Random(seed)
    for _ in range(POSITIONS):
        table, trumps = some_table(random)
        s = some_suit(random, table)
        lead = some_lead(random, table, s, 8)
        hand = some_hand(random, table, s, lead, 9)
        at = (table.level, table.trump, table.rules, lead, hand)

        led = identify_card_type(cards(lead), trumps)
        legal, codes, built = table.judge(lead, hand)
        held = cards(hand)
        assert {frozenset(ids_of(play)) for play in legal_follows(led, held, trumps)} == legal, at
        assert count_follows(led, held, trumps) == len(legal), at
        for play in random.sample(sorted(map(sorted, legal)), min(8, len(legal))):
            assert check_mandatory_follow(led, held, cards(play), trumps).valid, (at, play)
        for play in random.sample(sorted(map(sorted, codes)), min(16, len(codes))):
            verdict = check_mandatory_follow(led, held, cards(play), trumps)
            assert verdict.code == codes[frozenset(play)], (at, play)
            assert set(verdict.expected) == built, (at, play)
        owed = duty(led, held, trumps)
        assert set(ids_of(owed.suggestions[0])) == built, at
        assert {frozenset(ids_of(play)) for play in owed.suggestions} <= legal, at
        assert set(ids_of(owed.forced)) == frozenset.intersection(*legal), at


@pytest.mark.parametrize("seed", SEEDS)
def test_types_and_units_are_as_defined(seed):
    random = Random(seed)
    for _ in range(POSITIONS // 2):
        table, trumps = some_table(random)
        lead = some_lead(random, table, some_suit(random, table), 9)
        if random.random() < 0.1:
            lead = random.sample(DECK, random.randint(1, 5))
        at = (table.level, table.trump, table.rules, lead)
        kind, s, units = table.identify(lead)
        found = identify_card_type(cards(lead), trumps)
        assert found.type == kind, at
        if kind == "invalid":
            assert found.code == s, at
            continue
        assert EFFECTIVE_SUITS[found.suit] == s, at
        assert [sorted(ids_of(u.cards)) for u in found.units] == [u[1] for u in units], at


@pytest.mark.parametrize("seed", SEEDS)
def test_throws_fall_as_defined(seed):
    random = Random(seed)
    judged = fallen_throws = 0
    while judged < POSITIONS // 10:
        table, trumps = some_table(random)
        s = some_suit(random, table)
        lead = some_lead(random, table, s, 8)
        if table.identify(lead)[0] != "mixed":
            continue
        judged += 1
        hands = [some_hand(random, table, s, lead, 8) for _ in range(3)]
        fallen = table.throw(lead, hands)
        seat = random.randrange(4)
        seats = [(seat + i) % 4 for i in (1, 2, 3)]
        check = check_throw(
            identify_card_type(cards(lead), trumps), seat, dict(zip(seats, map(cards, hands), strict=True)), trumps
        )
        at = (table.level, table.trump, table.rules, lead, hands)
        fallen_throws += bool(fallen)
        assert check.ok == (not fallen), at
        assert [sorted(ids_of(u.cards)) for u in check.candidates] == [u[1] for u in fallen], at
        chosen = len(fallen) > 1 and table.rules.get("throwChooser") != "auto"
        assert check.chooser == ((seat + 1) % 4 if chosen else None), at
        assert check.forced == (None if chosen or not fallen else check.candidates[0].cards), at
    assert fallen_throws > judged // 10


@pytest.mark.parametrize("seed", SEEDS)
def test_tricks_are_won_as_defined(seed):
    random = Random(seed)
    wins = [0, 0, 0, 0]
    for _ in range(POSITIONS // 3):
        table, trumps = some_table(random)
        s = some_suit(random, table)
        lead = some_lead(random, table, s, 7)
        plays = [lead]
        for _ in range(3):
            used = {c for play in plays for c in play}
            follow = []
            while len(follow) < len(lead):
                aim = random.choice([s, "trump", "trump", None]) if not follow else "trump"
                own = [c for c in DECK if c not in used and c not in follow and aim in (None, table.effective(c))]
                follow += bunch(random, table, own or list(set(DECK) - used), len(lead) - len(follow))
            plays.append(follow)
        at = (table.level, table.trump, table.rules, plays)
        winner = table.winner(plays)
        wins[winner] += 1
        assert trick_winner(identify_card_type(cards(lead), trumps), [cards(p) for p in plays], trumps) == winner, at
        assert points_of(cards(lead)) == points(lead)
    assert min(wins) > POSITIONS // 60

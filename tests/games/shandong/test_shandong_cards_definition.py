"""Thousands of random positions, in which the game must agree with the definitions (test_shandong_cards_oracle)."""

from random import Random

import pytest
from test_shandong_cards_oracle import DECK, SUITS, Table, face, points, rank, suit

from games.shandong.cards import CARD_OF, EFFECTIVE_SUITS, RANK_INDEX, RANKS, ids_of, points_of
from games.shandong.counting import count_follows, legal_follows
from games.shandong.follow import check_mandatory_follow, duty
from games.shandong.rules_options import parse_rules
from games.shandong.throws import check_throw
from games.shandong.tricks import trick_winner
from games.shandong.trumps import trumps_for
from games.shandong.types import identify_card_type

POSITIONS = 5_000
SEEDS = [1, 2, 3, 4]


def cards(ids):
    return [CARD_OF[c] for c in ids]


def some_rules(random):
    """The default rules half the time, else a few options turned."""
    rules = {}
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


def some_stock(random, table, wanted):
    """Cards of one effective suit in which shapes abound, and some of the others."""
    s = wanted or random.choice([*(x for x in SUITS if x != table.trump), "trump", "trump"])
    own = [c for c in DECK if table.effective(c) == s]
    if s == "trump" and random.random() < 0.6:
        narrow = random.choice(
            [
                lambda c: rank(c) in (table.level, "2", "3", "5"),
                lambda c: suit(c) == "joker" or rank(c) == table.level,
                lambda c: suit(c) in (table.trump, "joker") or rank(c) == table.level,
                lambda c: suit(c) == table.trump and rank(c) not in (table.level, *table.permanent),
            ]
        )
        own = [c for c in own if narrow(c)] or own
    faces = sorted({face(c) for c in own}, key=lambda f: DECK.index(f + "_0"))
    width = random.randint(3, 9)
    start = random.randrange(max(1, len(faces) - width + 1))
    kept = set(faces[start : start + width])
    stock = [c for c in own if face(c) in kept]
    return s, stock


def some_lead(random, table, stock, most):
    """Cards that may be led, more often than not something other than a loose throw."""
    for _ in range(30):
        n = min(random.choice([1, 2, 2, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8]), len(stock), most)
        if random.random() < 0.6:  # whole faces, side by side
            start = random.randrange(len(stock))
            lead = (stock + stock)[start : start + n]
            if random.random() < 0.3 and len({face(c) for c in stock}) >= 5:
                lead = sorted({face(c) + "_0" for c in stock}, key=DECK.index)[:n]
                lead += [c for c in stock if c[-1] == "1"][: random.choice([0, 0, 1, 2])]
        else:
            lead = random.sample(stock, n)
        lead = lead[:most]
        if table.identify(lead)[0] != "invalid":
            return lead
    return lead[:1]


@pytest.mark.parametrize("seed", SEEDS)
def test_follows_are_judged_and_constructed_as_defined(seed):
    random = Random(seed)
    for _ in range(POSITIONS):
        table, trumps = some_table(random)
        s, stock = some_stock(random, table, None)
        lead = some_lead(random, table, stock, 8)
        left = [c for c in stock if c not in lead] if random.random() < 0.5 else stock
        others = [c for c in DECK if table.effective(c) != s]
        hand = random.sample(left, min(len(left), random.randint(0, 8)))
        while len(hand) < len(lead) or (len(hand) < 8 and random.random() < 0.3):
            hand.append(random.choice([c for c in others if c not in hand]))
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
        _, stock = some_stock(random, table, None)
        lead = some_lead(random, table, stock, 9)
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
    while judged < POSITIONS // 5:
        table, trumps = some_table(random)
        _, stock = some_stock(random, table, None)
        lead = some_lead(random, table, stock, 6)
        if table.identify(lead)[0] != "mixed":
            continue
        judged += 1
        left = [c for c in stock if c not in lead]
        random.shuffle(left)
        hands = [left[0:4], left[4:8], left[8:12]]
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
    for _ in range(POSITIONS // 2):
        table, trumps = some_table(random)
        s, stock = some_stock(random, table, None)
        lead = some_lead(random, table, stock, 7)
        _, ruffs = some_stock(random, table, "trump")
        plays = [lead]
        for _ in range(3):
            used = {c for play in plays for c in play}
            source = [c for c in random.choice([stock, ruffs, ruffs, DECK]) if c not in used]
            if len(source) < len(lead):
                source = [c for c in DECK if c not in used]
            start = random.randrange(len(source) - len(lead) + 1)
            follow = source[start : start + len(lead)]
            if random.random() < 0.4:
                follow = random.sample(source, len(lead))
            plays.append(follow)
        at = (table.level, table.trump, table.rules, plays)
        winner = table.winner(plays)
        wins[winner] += 1
        assert trick_winner(identify_card_type(cards(lead), trumps), [cards(p) for p in plays], trumps) == winner, at
        assert points_of(cards(lead)) == points(lead)
    assert min(wins) > POSITIONS // 50

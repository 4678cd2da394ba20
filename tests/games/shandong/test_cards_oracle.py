"""The definitions of the rules page, word for word and slow, over id texts: what other tests compare with.

Nothing here uses the game's own code. Only small pools are meant: every subset is looked at.
"""

from functools import cache
from itertools import combinations
from typing import Any

SUITS = ["hearts", "spades", "clubs", "diamonds"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DECK = [f"{s}_{r}_{d}" for s in SUITS for r in RANKS for d in "01"]
DECK += [f"joker_{r}_{d}" for r in ("small", "big") for d in "01"]
CANON = {c: i for i, c in enumerate(DECK)}
ORDER = ["straight", "flash", "consecutive_pairs", "pair", "single"]


@cache
def suit(card):
    return card.split("_")[0]


@cache
def rank(card):
    return card.split("_")[1]


def deck(card):
    return card[-1]


@cache
def face(card):
    return card[:-2]


def points(cards):
    return sum({"5": 5, "10": 10, "K": 10}.get(rank(c), 0) for c in cards)


@cache
def tables(level, trump, permanent):
    """The effective suit and the value of every card."""
    return {c: (effective_suit(c, level, trump, permanent), value(c, level, trump, permanent)) for c in DECK}


def effective_suit(c, level, trump, permanent):
    trumps = suit(c) == "joker" or rank(c) == level or rank(c) in permanent or suit(c) == trump
    return "trump" if trumps else suit(c)


def value(c, level, trump, permanent):
    mine = suit(c) == trump
    if suit(c) == "joker":
        return 999 if rank(c) == "big" else 998
    if rank(c) == level:
        return 997 if mine else 996
    if rank(c) in permanent:
        return {"5": 994, "3": 992, "2": 990}[rank(c)] + mine
    return 900 * mine + ({"A": 14, "K": 13, "Q": 12, "J": 11}.get(rank(c)) or int(rank(c)))


class Table:
    """The rules page for one level, trump suit and set of options."""

    def __init__(self, level, trump, **rules):
        self.level, self.trump, self.rules = level, trump, rules
        self.permanent = rules.get("permanentTrumps", ["2", "3", "5"])
        self.p = [r for r in self.permanent if r != level]
        self.n = [r for r in RANKS if r not in self.permanent and r != level]
        if rules.get("tractorAdjacency") == "natural":
            self.n = RANKS
        self.groups_seen = {}
        self.ranking = tables(level, trump, tuple(self.permanent))

    # --- 3 and 4 ---

    def is_trump(self, c):
        return self.ranking[c][0] == "trump"

    def effective(self, c):
        return self.ranking[c][0]

    def value(self, c):
        return self.ranking[c][1]

    # --- 5 ---

    def sequential(self, c):
        if suit(c) == "joker":
            return 1001 if rank(c) == "big" else 1000
        if rank(c) == self.level:
            if not self.rules.get("levelJokerTractors", True):
                return None
            return 999 if self.trump is None or suit(c) == self.trump else 998
        if rank(c) in self.p:
            return None
        i = self.n.index(rank(c))
        if suit(c) != self.trump:
            return 100 + i
        return 500 + i if self.p else 998 - len(self.n) + i

    # --- 6.1: the value of cards that have a shape as a whole, else None ---

    def has(self, shape, cards):
        kind = shape[0]
        faces = {face(c) for c in cards}
        if len(cards) != size(shape) or len({self.effective(c) for c in cards}) != 1:
            return None
        if kind == "single":
            return self.value(cards[0])
        if kind == "pair":
            return self.value(cards[0]) if len(faces) == 1 else None
        if kind == "consecutive_pairs":
            steps = [self.sequential(f + "_0") for f in faces]
            if any(f + d not in cards for f in faces for d in ("_0", "_1")) or None in steps:
                return None
            steps.sort()
            if steps != list(range(steps[0], steps[0] + shape[1])):
                return None
            return max(self.value(c) for c in cards)
        if kind == "flash":
            if self.rules.get("fourJokersFlash") and all(suit(c) == "joker" for c in cards):
                return 100
            ranks, suits = {rank(c) for c in cards}, {suit(c) for c in cards}
            if len(ranks) != 1 or suits != set(SUITS):
                return None
            (r,) = ranks
            if r == self.level:
                return 99
            return RANKS.index(r) if r in self.p else None
        assert kind == "straight"
        if len({suit(c) for c in cards}) != 1 or len(faces) != shape[1] or shape[1] == shape[2]:
            return None
        if any(suit(c) == "joker" or rank(c) == self.level or rank(c) in self.permanent for c in cards):
            return None
        places = sorted({RANKS.index(rank(c)) for c in cards})
        return places[-1] if places[-1] - places[0] == shape[1] - 1 and shape[1] >= 5 else None

    # --- 6.2 and 6.3 ---

    def identify(self, cards):
        """(type, effective suit, [(shape, cards, value)] in canonical order) or ('invalid', code, None)."""
        if not cards:
            return "invalid", "EMPTY_PLAY", None
        suits = {self.effective(c) for c in cards}
        if len(suits) > 1:
            return "invalid", "MIXED_TRUMP_AND_PLAIN" if "trump" in suits else "MIXED_SUITS", None
        (s,) = suits
        n, faces = len(cards), len({face(c) for c in cards})
        shapes: list[tuple[Any, ...]] = [("single",), ("pair",)]
        if self.rules.get("fourJokersFlash") and n == 4 and all(suit(c) == "joker" for c in cards):
            shapes.append(("flash", 4))
        if n >= 4:
            shapes += [("consecutive_pairs", n // 2), ("flash", n)]
        shapes.append(("straight", faces, n - faces))
        for shape in shapes:
            value = self.has(shape, cards)
            if value is not None:
                return name(shape), s, [(shape, sorted(cards), value)]
        natural = {(self.trump or "joker") if suit(c) == "joker" else suit(c) for c in cards}
        if s == "trump" and not self.rules.get("allowMixedTrumpInMixed", True) and len(natural) > 1:
            return "invalid", "MIXED_TRUMP_SUITS", None
        return "mixed", s, self.units(cards)

    def units(self, cards):
        left, found = set(cards), []

        def take(shape, group):
            found.append((shape, sorted(group), self.has(shape, list(group))))
            left.difference_update(group)

        for s in SUITS:
            for low in range(13 if sum(suit(c) == s for c in left) >= 5 else 0):
                for high in range(12, low + 3, -1):  # widest first
                    ranks = RANKS[low : high + 1]
                    group = [c for c in left if suit(c) == s and rank(c) in ranks]
                    shape = ("straight", len(ranks), len(group) - len(ranks))
                    if self.has(shape, group) is None:
                        continue
                    # a wider one with every rank doubled is not a rain, and what is inside it is not maximal
                    wider = any(
                        0 <= i < 13
                        and RANKS[i] not in [self.level, *self.permanent]
                        and any(suit(c) == s and rank(c) == RANKS[i] for c in left)
                        for i in (low - 1, high + 1)
                    )
                    if not wider:
                        take(shape, group)
        if self.rules.get("fourJokersFlash"):
            jokers = [c for c in left if suit(c) == "joker"]
            if len(jokers) == 4:
                take(("flash", 4), jokers)
        for r in [self.level, *sorted(self.p, reverse=True)]:
            group = [c for c in left if rank(c) == r]
            if {suit(c) for c in group} == set(SUITS):
                take(("flash", len(group)), group)
        for k in range(len(cards) // 2, 1, -1):
            while options := self.groups(("consecutive_pairs", k), left):
                # highest value, then the first off-suit level pair (no trump suit: level pair) in suit order
                options.sort(key=lambda g: (-g[1], sorted(CANON[c] for c in g[0] if rank(c) == self.level)))
                take(("consecutive_pairs", k), options[0][0])
        for group, _ in self.groups(("pair",), left):
            take(("pair",), group)
        for c in list(left):
            take(("single",), [c])
        found.sort(key=lambda u: (ORDER.index(u[0][0]), -len(u[1]), -u[2], min(CANON[c] for c in u[1])))
        return found

    # --- 7.2 ---

    def groups(self, shape, cards):
        """Every group of this shape among the cards, with its value."""
        key = (shape, frozenset(cards))
        if key not in self.groups_seen:
            tried = ((g, self.has(shape, g)) for g in combinations(sorted(cards), size(shape)))
            self.groups_seen[key] = [(frozenset(g), v) for g, v in tried if v is not None]
        return list(self.groups_seen[key])

    def placings(self, shapes, cards):
        """The card sets of all placings of shapes in cards."""
        unions = {frozenset()}
        for shape in shapes:
            if shape == ("single",):
                continue
            unions = {u | g for u in unions for g, _ in self.groups(shape, cards) if not u & g}
        return unions

    def demand(self, k, req, pool):
        req = list(req)
        while k > 0:
            for j in range(k, 0, -1):
                shape = ("consecutive_pairs", j) if j > 1 else ("pair",)
                if self.placings([*req, shape], pool):
                    req.append(shape)
                    k -= j
                    break
            else:
                return req
        return req

    # --- 7.3 to 7.5 ---

    def values(self, cards):
        return sorted((self.value(c) for c in cards), reverse=True)

    def judge(self, lead, hand):
        """(set of legal follows, {illegal play: code}, the constructed follow) of a hand and a lead."""
        kind, s, units = self.identify(lead)
        n = len(lead)
        pool = [c for c in hand if self.effective(c) == s]
        plays = [frozenset(f) for f in combinations(hand, n)]
        others = sorted(
            (c for c in hand if c not in pool),
            key=lambda c: (self.is_trump(c), points([c]), self.value(c), c),
        )
        if len(pool) < n:
            legal = {f for f in plays if f >= set(pool)}
            return legal, dict.fromkeys(set(plays) - legal, "MUST_PLAY_ALL_OF_SUIT"), {*pool, *others[: n - len(pool)]}
        duty = Shapeless() if self.rules.get("strictFollowRules") is False else self.duty(kind, units, n, pool)
        covered = self.placings(duty.req, pool)
        legal, codes = set(), {}
        for f in plays:
            if not f <= set(pool):
                codes[f] = "MUST_FOLLOW_SUIT"
            elif not any(u <= f for u in covered):
                codes[f] = self.uncovered(kind, units, duty.req, f)
            elif not duty.filled(f):
                codes[f] = "MUST_PLAY_HIGHEST"
            else:
                legal.add(f)
        placed = min(covered, key=lambda u: (sum(map(self.value, u)), sum(int(deck(c)) for c in u), sorted(u)))
        if duty.highest is not None:
            free = sorted(duty.highest, key=lambda c: (-self.value(c), deck(c), c))
        else:
            free = sorted(set(pool) - placed, key=lambda c: (self.value(c), c))
        return legal, codes, placed | set(free[: n - len(placed)])

    def duty(self, kind, units, n, pool):
        shapes = [u[0] for u in units]
        paired = {c for g, _ in self.groups(("pair",), pool) for c in g}
        loose = [c for c in pool if c not in paired]
        if kind == "single":
            return Shapeless()
        if kind == "mixed":
            req = []
            for shape in shapes:
                if shape[0] == "consecutive_pairs":
                    req = self.demand(shape[1], req, pool)
                elif shape[0] == "pair":
                    req = self.demand(1, req, pool)
                elif shape[0] != "single" and self.placings([*req, shape], pool):
                    req = [*req, shape]
            return Shapeless(req)
        if kind == "consecutive_pairs":
            req = self.demand(n // 2, [], pool)
            t = sum(map(pairs_of, req))
            if t == n // 2:
                return Shapeless(req)
            return Shapeless(req, loose, lambda f: self.values(f - paired) == self.values(loose)[: n - 2 * t])
        if self.placings(shapes, pool):
            return Shapeless(shapes)
        if kind != "pair" and self.rules.get("specialFollow") == "pairs":
            req = self.demand(n // 2, [], pool)
            t = sum(map(pairs_of, req))
            if t == len(paired) // 2:
                return Shapeless(req, loose, lambda f: self.values(f - paired) == self.values(loose)[: n - 2 * t])
            if n % 2 == 0 or not loose:
                return Shapeless(req)
            top = self.values(loose)[0]

            def one_loose(f):
                odd = [c for c in f if sum(face(c) == face(o) for o in f) == 1]
                return len(odd) == 1 and odd[0] in loose and self.value(odd[0]) == top

            return Shapeless(req, loose, one_loose)
        return Shapeless([], pool, lambda f: self.values(f) == self.values(pool)[:n])

    def uncovered(self, kind, units, req, f):
        if kind == "mixed":
            return "MUST_MATCH_THROW"
        if req[0][0] == "straight":
            return "MUST_FOLLOW_RAIN"
        if req[0][0] == "flash":
            return "MUST_FOLLOW_FLASH"
        if kind == "pair":
            return "MUST_FOLLOW_PAIR"
        if kind == "consecutive_pairs" and req == [units[0][0]]:
            return "MUST_FOLLOW_CONSECUTIVE_PAIRS"
        if len(self.groups(("pair",), f)) < sum(map(pairs_of, req)):
            return "MUST_FOLLOW_PAIRS"
        return "MUST_INCLUDE_CONSECUTIVE_PAIRS"

    # --- 8 ---

    def throw(self, lead, hands):
        """The units that fall, the default first."""
        _, s, units = self.identify(lead)
        fallen = []
        for shape in {u[0] for u in units}:
            same = [u for u in units if u[0] == shape]
            least = min(same, key=lambda u: (u[2], min(CANON[c] for c in u[1])))
            for hand in hands:
                pool = [c for c in hand if self.effective(c) == s]
                if any(v > least[2] for _, v in self.groups(shape, pool)):
                    fallen.append(least)
                    break
        classes = ["flash", "straight", "consecutive_pairs", "pair", "single"]
        return sorted(fallen, key=lambda u: (classes.index(u[0][0]), -len(u[1]), -u[2]))

    def winner(self, plays):
        kind, s, units = self.identify(plays[0])
        best, won = (0, -1), 0
        if kind != "mixed":
            best = (0, self.has(units[0][0], plays[0]))
        for i, play in enumerate(plays[1:], 1):
            suits = {self.effective(c) for c in play}
            if len(suits) > 1 or not suits <= {s, "trump"}:
                continue
            if kind != "mixed":
                value = self.has(units[0][0], play)
                rank_ = None if value is None else (int(suits != {s}), value)
            else:
                rank_ = None if suits == {s} else self.ruff(units, play)
            if rank_ is not None and rank_ > best:
                best, won = rank_, i
        return won

    def ruff(self, units, play):
        shapes = [u[0] for u in units]
        if self.rules.get("ruffMatch") == "exact" and sorted(u[0] for u in self.units(play)) != sorted(shapes):
            return None
        key, rest = shapes[0], shapes[1:]
        values = [v for g, v in self.groups(key, play) if self.placings(rest, set(play) - g)]
        return (1, max(values)) if values else None


class Shapeless:
    """What is demanded: shapes, and a condition for the other cards with the cards that it is about."""

    def __init__(self, req=(), highest=None, filled=lambda f: True):
        self.req, self.highest, self.filled = list(req), highest, filled


def size(shape):
    return {
        "single": lambda: 1,
        "pair": lambda: 2,
        "consecutive_pairs": lambda: 2 * shape[1],
        "flash": lambda: shape[1],
        "straight": lambda: shape[1] + shape[2],
    }[shape[0]]()


def pairs_of(shape):
    return shape[1] if shape[0] == "consecutive_pairs" else 1


def name(shape):
    return "thunder" if shape[0] == "flash" and shape[1] > 4 else shape[0]

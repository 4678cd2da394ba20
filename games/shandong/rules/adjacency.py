"""Which pairs touch in a tractor, and which ranks are neighbours in a rain (shandong.md 5)."""

from __future__ import annotations

from games.shandong.options import Rules

from .cards import BIG_JOKER, KINDS, RANK_INDEX, SMALL_JOKER


def permanent_ranks(rules: Rules) -> tuple[int, ...]:
    """The option permanentTrumps as rank indices."""
    return tuple(RANK_INDEX[r] for r in rules.permanent_trumps)


def sequential_values(level: int, suit: int | None, rules: Rules) -> tuple[int, ...]:
    """The sequential value of a pair of each kind; 0 means none (5.1)."""
    permanent = permanent_ranks(rules)
    above = [r for r in permanent if r != level]
    natural = rules.tractor_adjacency == "natural"
    ladder = [r for r in range(13) if natural or (r != level and r not in permanent)]
    # without permanent trumps the top of the trump suit touches the off-suit level pair
    trump_base = 500 if above else 998 - len(ladder)
    values = [0] * KINDS
    for kind in range(SMALL_JOKER):
        kind_suit, rank = divmod(kind, 13)
        if rank == level:
            if rules.level_joker_tractors:
                values[kind] = 999 if suit is None or kind_suit == suit else 998
        elif rank not in above:
            values[kind] = (trump_base if kind_suit == suit else 100) + ladder.index(rank)
    values[SMALL_JOKER] = 1000
    values[BIG_JOKER] = 1001
    return tuple(values)


def rain_runs(level: int, rules: Rules) -> tuple[tuple[int, ...], ...]:
    """The longest runs of neighbouring ranks that a rain may use, low to high (5.2)."""
    barred = {level, *permanent_ranks(rules)}
    runs: list[tuple[int, ...]] = []
    row: list[int] = []
    for rank in range(14):
        if rank < 13 and rank not in barred:
            row.append(rank)
        else:
            if len(row) >= 5:
                runs.append(tuple(row))
            row = []
    return tuple(runs)

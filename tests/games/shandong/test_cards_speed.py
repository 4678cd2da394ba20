"""How many plays a second are judged. `python tests/games/shandong/test_cards_speed.py` prints the figures."""

from random import Random
from time import perf_counter

from games.shandong.options import DEFAULT_RULES
from games.shandong.rules.cards import CARDS, RANK_INDEX
from games.shandong.rules.construct import construct_follow
from games.shandong.rules.demand import demand_of_shapes
from games.shandong.rules.follow import check_mandatory_follow
from games.shandong.rules.placing import placeable
from games.shandong.rules.throws import check_throw
from games.shandong.rules.tricks import trick_winner
from games.shandong.rules.trumps import trumps_for
from games.shandong.rules.types import identify_card_type


def some_lead(random, hand, trumps):
    """One of the units of a suit of this hand, or two or three of them as a throw."""
    suit = random.choice(sorted({trumps.effective[c] for c in hand}))
    parts = list(identify_card_type([c for c in hand if trumps.effective[c] == suit], trumps).units)
    random.shuffle(parts)
    return [c for part in parts[: random.choice([1, 1, 1, 1, 2, 3])] for c in part.cards]


def played(rounds, seed=0):
    """Follows of whole rounds as (lead, hand, play, trumps): half of the plays are random, so mostly illegal."""
    random = Random(seed)
    follows = []
    for _ in range(rounds):
        trumps = trumps_for(random.randrange(13), random.randrange(4), DEFAULT_RULES)
        deck = random.sample(range(CARDS), CARDS)
        hands = [deck[26 * i : 26 * i + 26] for i in range(4)]
        turn = 0
        while hands[turn]:
            lead = identify_card_type(some_lead(random, hands[turn], trumps), trumps)
            check = check_throw(lead, turn, dict(enumerate(hands)), trumps)
            if not check.ok:
                lead = identify_card_type(check.candidates[0].cards, trumps)
            plays = [lead.cards]
            for seat in (turn + 1, turn + 2, turn + 3):
                hand = tuple(hands[seat % 4])
                follows.append((lead, hand, tuple(random.sample(hand, len(lead.cards))), trumps))
                plays.append(construct_follow(lead, hand, trumps))
                follows.append((lead, hand, plays[-1], trumps))
            for i, play in enumerate(plays):
                hands[(turn + i) % 4] = [c for c in hands[(turn + i) % 4] if c not in play]
            turn = (turn + trick_winner(lead, plays, trumps)) % 4
    return follows


def plays_judged_in_a_second(follows, explain=True):
    demand_of_shapes.cache_clear()  # what constructing has remembered would make it look better
    placeable.cache_clear()
    start = perf_counter()
    for lead, hand, play, trumps in follows:
        check_mandatory_follow(lead, hand, play, trumps, explain=explain)
    return len(follows) / (perf_counter() - start)


def test_whole_rounds_are_played_with_constructed_follows_that_are_legal():
    follows = played(rounds=60, seed=5)
    assert len(follows) > 60 * 6 * 8
    verdicts = [check_mandatory_follow(*follow) for follow in follows]
    assert all(verdict.valid for verdict in verdicts[1::2])
    assert {RANK_INDEX["2"], RANK_INDEX["A"]} <= {trumps.level for _, _, _, trumps in follows}


def test_judging_a_play_takes_no_time_that_a_player_could_feel():
    assert plays_judged_in_a_second(played(rounds=20)) > 2_000


if __name__ == "__main__":
    corpus = played(rounds=400)
    hard = [follow for follow in corpus if len(follow[0].cards) > 2]
    print(f"{len(corpus)} follows of 400 rounds")
    print(f"legal plays: {plays_judged_in_a_second(corpus[1::2]):,.0f} a second")
    print(f"any plays, no explanation: {plays_judged_in_a_second(corpus, explain=False):,.0f} a second")
    print(f"any plays, expected ones constructed: {plays_judged_in_a_second(corpus):,.0f} a second")
    print(f"leads of three and more cards, expected ones constructed: {plays_judged_in_a_second(hard):,.0f} a second")

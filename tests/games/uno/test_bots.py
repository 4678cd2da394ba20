"""The bots of uno: what they weigh, when they act, and how they do against each other (uno.md 20)."""

import pytest
from msgspec import to_builtins

from games.api import HOST, BotSeat
from games.chance import Chance
from games.kit.arena.figures import wilson
from games.kit.arena.series import arena
from games.uno import GAME
from games.uno.actions import CallUno, CardPayload, ChallengeUno, PlayCard
from games.uno.bots.heuristic import Weighing, decide
from games.uno.bots.memory import Memory, recall
from games.uno.cards import CARD_BY_ID, CARD_ID
from games.uno.events import CardPlayed, CardsDrawn, DrawReason, RoundStarted, Wd4Challenged
from games.uno.options import pack, resolve
from games.uno.state import PENDING_DRAW, TURN, State, Wd4
from games.uno.views.build import own, table
from games.uno.words import Color


def position(hands, preset="standard", top="red-9-17", color=0, **overrides):
    options = resolve(preset, overrides, len(hands))
    hands = [[CARD_BY_ID[c] for c in hand.split()] for hand in hands]
    used = {c for hand in hands for c in hand} | {CARD_BY_ID[top]}
    return State(
        options=pack(options),
        hands=hands,
        seats=[1] * len(hands),
        scores=[0] * len(hands),
        rounds_won=[0] * len(hands),
        deck=[c for c in range(108) if c not in used],
        discard=[CARD_BY_ID[top]],
        phase=TURN,
        color=color,
        turn=5,
        round=1,
        dealer=len(hands) - 1,
    )


def thinks(s, seat=0, memory=None):
    action = decide(table(s), own(s, seat), seat, memory or recall(b"", len(s.hands)))
    done = to_builtins(action)
    return done and (done["action"], {k: v for k, v in done["payload"].items() if k != "turn"})


MANY = "green-1-51 green-1-52 green-2-53 green-2-54"


def test_the_heuristic_goes_out_when_it_can():
    s = position(["wild-100", MANY])
    assert thinks(s) == ("PLAY_CARD", {"cardId": "wild-100", "chosenColor": "red"})


def test_it_attacks_a_player_with_few_cards():
    s = position(["red-5-9 red-draw_two-23 red-8-15 blue-1-26", "green-1-51 green-2-53"])
    assert thinks(s)[1]["cardId"] == "red-draw_two-23"


def test_it_keeps_its_wilds_while_something_else_fits():
    s = position(["wild-100 red-5-9 blue-1-26 blue-2-28 green-5-59", MANY, "yellow-1-76 yellow-1-77 yellow-2-78"])
    assert thinks(s)[1]["cardId"] == "red-5-9"


def test_it_swaps_its_hand_for_the_smallest():
    s = position(["red-7-13 blue-1-26 blue-2-28", MANY, "yellow-1-76"], sevenSwap=True)
    assert thinks(s) == ("PLAY_CARD", {"cardId": "red-7-13", "swapTargetId": 2, "uno": True})


def test_it_jumps_in_but_not_to_give_a_small_hand_away():
    s = position([MANY, "red-9-18 blue-1-26"], jumpIn=True)
    assert thinks(s, seat=1) == ("PLAY_CARD", {"cardId": "red-9-18", "uno": True})
    s = position([MANY, "red-7-14 blue-1-26"], top="red-7-13", jumpIn=True, sevenSwap=True)
    assert thinks(s, seat=1) is None


def test_it_challenges_by_the_odds_and_learns_who_bluffs():
    s = position(["green-1-51 green-2-53", MANY], preset="official-500", top="wild-draw-four-104", color=1)
    s.phase, s.pending, s.top_by = PENDING_DRAW, 4, 1
    s.wd4 = Wd4(1, [], 0, guilty=True)
    memory = Memory([0, 0], [0, 0], [0, 0], before=0, left=4)
    assert thinks(s, memory=memory) == ("CHALLENGE_WD4", {})
    memory.innocent[1] = 20
    assert thinks(s, memory=memory) == ("DRAW_CARD", {})


def test_it_draws_rather_than_bluff_against_who_has_caught_it_before():
    hands = ["wild-draw-four-104 red-1-1 red-2-3 blue-3-30", MANY]
    s = position(hands, preset="official-500", top="yellow-9-92", color=0)
    seen = Weighing(table(s), own(s, 0), 0, Memory([0, 0], [0, 0], [0, 0], caught_by=2)).best()
    assert CARD_ID[seen.card] in ("red-1-1", "red-2-3")


def test_the_memory_holds_voids_and_verdicts():
    memory = recall(b"", 3)
    wd4 = CARD_BY_ID["wild-draw-four-104"]
    memory.listen([RoundStarted(1, 2, CARD_BY_ID["red-9-17"], Color.red, [7, 7, 7], 80)], 0)
    memory.listen([CardsDrawn(1, 1, 1, DrawReason.turn, 8)], 0)
    assert memory.is_void(1, 0)
    assert not memory.is_void(2, 0)
    memory.listen([CardPlayed(0, wd4, Color.green, 6, False), Wd4Challenged(1, 0, True)], 0)
    assert (memory.before, memory.left, memory.color) == (0, 6, 2)
    assert (memory.guilty[0], memory.caught_by) == (1, 2)
    memory.listen([CardsDrawn(1, 2, 2, DrawReason.draw_two, 10)], 0)
    assert not memory.is_void(1, 0)


def asked(s, seat, level="baseline", chance=b"x"):
    return GAME.bot(table(s), own(s, seat), BotSeat(seat), [], b"", Chance(chance), level)


def test_a_bot_leaves_people_the_time_to_catch():
    s = position(["red-5-9 blue-1-26", MANY, "yellow-1-76 yellow-1-77"], unoGraceMs=5000)
    GAME.apply(s, 0, PlayCard(CardPayload(card_id="red-5-9")), Chance(b""), 1000)
    for chance in (b"a", b"b", b"c", b"d"):
        plan = asked(s, 1, chance=chance)
        least = 6200 if isinstance(plan.action, ChallengeUno) else 5300
        assert plan.think_ms >= least


def test_a_bot_that_forgot_calls_late():
    s = position(["red-5-9 blue-1-26", MANY, "yellow-1-76 yellow-1-77"])
    GAME.apply(s, 0, PlayCard(CardPayload(card_id="red-5-9")), Chance(b""), 1000)
    plan = asked(s, 0)
    assert isinstance(plan.action, CallUno)
    assert 1500 <= plan.think_ms <= 3000


def test_bots_forget_in_friendly_rooms_only():
    friendly = [asked(position(["red-5-9 blue-1-26", MANY]), 0, chance=b"%d" % n) for n in range(200)]
    forgot = sum(plan.action.payload.uno is None for plan in friendly)
    assert 5 <= forgot <= 40
    arena_room = position(["red-5-9 blue-1-26", MANY], preset="arena-1000")
    assert all(asked(arena_room, 0, chance=b"%d" % n).action.payload.uno for n in range(100))


def test_between_rounds_and_after_the_match_a_bot_waits():
    s = position(["red-5-9", MANY])
    GAME.apply(s, 0, PlayCard(CardPayload(card_id="red-5-9")), Chance(b""), 1000)
    assert asked(s, 0).action is None


@pytest.mark.parametrize("preset", GAME.presets)
def test_bots_finish_a_match_of_every_preset(preset):
    scores = arena(GAME, ["heuristic", "baseline", "baseline", "heuristic"], 2, "finish", preset=preset)
    assert sum(score.wins.much for score in scores) == pytest.approx(4)


@pytest.mark.compiled
def test_with_house_rules_the_heuristic_beats_three_baselines():
    best, *others = arena(GAME, ["heuristic", *["baseline"] * 3], 300, "house", preset="family")
    assert best.rate >= 0.35
    assert all(best.wins.much > other.wins.much for other in others)


def test_the_same_seed_gives_the_same_figures():
    once, again = (arena(GAME, ["heuristic", "baseline"], 10, "same") for _ in range(2))
    assert [(score.wins, score.points, score.could) for score in once] == [
        (score.wins, score.points, score.could) for score in again
    ]


def test_the_bounds_of_a_rate_are_those_of_wilson():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)


def test_a_bot_plays_on_for_a_seat_on_autopilot():
    s = GAME.setup(resolve("standard", {"afkTimeouts": 1}, 3), ["human"] * 3, Chance(b"afk"), 0).state
    seat = s.current
    GAME.apply(s, HOST, GAME.wake(s).action, Chance(b""), 40_000)
    assert GAME.autopilot(s) == [seat]


def test_what_uno_md_says_of_former_levels_still_holds_for_them():
    """They choose, forget and pause as before: the same chance, the same plan."""
    s = position(["red-5-9 red-skip-19 wild-100", "blue-1-26 blue-2-28"])
    for level, card in (("baseline", "red-skip-19"), ("heuristic", "red-skip-19")):
        plans = [asked(s, 0, level, b"%d" % n) for n in range(20)]
        assert {plan.action.payload.card_id for plan in plans} == {card}
        assert all(900 <= plan.think_ms <= 2000 for plan in plans)


def test_former_levels_stay_levels():
    """Presets, stored rooms and programs name them."""
    assert GAME.bot_levels == ("easy", "normal", "strong", "baseline", "heuristic")
    assert set(GAME.former_levels) == {"baseline", "heuristic"}
    assert {GAME.auto_level(GAME.resolve(preset, {}, None)) for preset in GAME.presets} == set(GAME.former_levels)

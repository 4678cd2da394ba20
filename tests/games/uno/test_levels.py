"""The levels that are offered: what `strong` makes of a position, how the others err, and what their pauses tell."""

import pytest
from msgspec import msgpack, to_builtins

from games.chance import Chance
from games.kit.arena.series import arena
from games.kit.match import play
from games.uno import GAME
from games.uno.audit.proofs import redeal
from games.uno.bots.memory import keep, recall
from games.uno.cards import CARD_BY_ID
from games.uno.events import CardPlayed, CardsDrawn, DrawPending, DrawReason, RoundStarted, Wd4Challenged
from games.uno.state import PENDING_DRAW, State, Wd4
from games.uno.views.build import own, table
from games.uno.words import Color
from tests.games.uno.test_bots import MANY, position

OFFERED = [level for level in GAME.bot_levels if level not in GAME.former_levels]


def asked(s, seat=0, level="strong", memory=None, chance=b"x", events=()):
    stored = b"" if memory is None else keep(memory)
    return GAME.bot(table(s), own(s, seat), seat, list(events), stored, Chance(chance), level)


def does(s, seat=0, **more):
    done = to_builtins(asked(s, seat, **more).action)
    return done and (done["action"], {k: v for k, v in done["payload"].items() if k != "turn"})


def plays(s, **more):
    return does(s, **more)[1].get("cardId")


def challenged(hands, **verdicts):
    """Seat 0 faces a wild draw four that seat 1 has played on red."""
    s = position(hands, preset="official-500", top="wild-draw-four-104", color=1)
    s.phase, s.pending, s.top_by = PENDING_DRAW, 4, 1
    s.wd4 = Wd4(1, [], 0, guilty=True)
    memory = recall(b"", len(hands))
    memory.before, memory.left = 0, len(s.hands[1])
    memory.guilty[1], memory.innocent[1] = verdicts.get("guilty", 0), verdicts.get("innocent", 0)
    return does(s, memory=memory)[0]


def test_with_two_players_it_goes_out_in_one_run():
    s = position(["blue-4-32 red-skip-19 blue-skip-44", MANY])
    assert plays(s) == "red-skip-19"


def test_it_keeps_a_run_that_will_end_the_round():
    """Played out on the same 1,500 deals the red 5 wins 26 points of a hundred more than the run at once."""
    s = position(["red-5-9 red-skip-19 blue-skip-44 blue-4-32", MANY])
    assert plays(s) == "red-5-9"


def test_it_keeps_a_wild_for_the_end():
    s = position(["wild-100 red-5-9 blue-1-26", MANY])
    assert plays(s) == "red-5-9"
    s = position(["wild-100 red-5-9", MANY])
    assert does(s) == ("PLAY_CARD", {"cardId": "red-5-9", "uno": True})


def test_it_stops_who_is_about_to_go_out():
    hands = ["red-5-9 red-draw_two-23 green-8-65 blue-1-26", "green-1-51", "yellow-1-76 yellow-2-78 yellow-3-80"]
    assert plays(position(hands)) == "red-draw_two-23"


def test_it_plays_the_colour_that_the_next_player_could_not_follow():
    hands = ["red-9-18 blue-9-42 green-1-51 yellow-3-80", "green-5-59 green-6-61", MANY]
    s = position(hands, top="yellow-9-92", color=3)
    memory = recall(b"", 3)
    memory.void[1] = 1 << 1
    assert plays(s, memory=memory) == "blue-9-42"
    memory.void[1] = 1 << 0
    assert plays(s, memory=memory) == "red-9-18"


def test_it_challenges_who_is_known_to_bluff_and_not_who_never_did():
    hands = ["green-1-51 green-2-53 green-3-55", MANY + " yellow-1-76 yellow-2-78 yellow-3-80"]
    assert challenged(hands, guilty=3) == "CHALLENGE_WD4"
    assert challenged(hands, innocent=20) == "DRAW_CARD"


def test_it_bluffs_against_who_never_challenges_and_not_against_who_always_does():
    hands = ["wild-draw-four-104 red-1-1 blue-2-28 green-4-57 yellow-4-82", "green-1-51", MANY]
    s = position(hands, preset="official-500", top="yellow-9-92", color=0)
    memory = recall(b"", 3)
    memory.took[1] = 40
    assert plays(s, memory=memory) == "wild-draw-four-104"
    memory.took[1], memory.dared[1] = 0, 40
    assert plays(s, memory=memory) == "red-1-1"


def test_it_answers_a_pending_draw_with_another():
    s = position(["red-draw_two-24 blue-1-26", MANY], top="red-draw_two-23", preset="family")
    s.phase, s.pending, s.top_by = PENDING_DRAW, 2, 1
    assert plays(s) == "red-draw_two-24"


def test_it_swaps_for_the_smallest_hand_and_not_for_a_larger_one():
    s = position(["red-7-13 blue-1-26 blue-2-28 blue-3-30", MANY, "yellow-1-76"], sevenSwap=True)
    assert does(s)[1]["swapTargetId"] == 2
    s = position(["red-7-13 red-8-15 blue-2-28", MANY + " green-3-55", MANY], sevenSwap=True)
    assert plays(s) == "red-8-15"


def test_it_jumps_in_but_not_to_give_a_small_hand_away():
    s = position([MANY, "red-9-18 blue-1-26"], jumpIn=True)
    assert does(s, seat=1) == ("PLAY_CARD", {"cardId": "red-9-18", "uno": True})
    s = position([MANY, "red-7-14 blue-1-26"], top="red-7-13", jumpIn=True, sevenSwap=True)
    assert does(s, seat=1) is None


def test_it_never_forgets_to_call_and_easy_sometimes_does():
    forgot = {}
    for level in OFFERED:
        s = position(["red-5-9 blue-1-26", MANY])
        forgot[level] = sum(not asked(s, level=level, chance=b"%d" % n).action.payload.uno for n in range(300))
    assert forgot["strong"] == 0 < forgot["normal"] < forgot["easy"] < 100


def test_who_forgot_to_call_remembers_late():
    s = position(["red-5-9 blue-1-26", MANY])
    forgotten = next(a for n in range(300) if not (a := asked(s, level="easy", chance=b"%d" % n).action).payload.uno)
    s = GAME.apply(s, 0, forgotten, Chance(b"play"), 0).state
    plan = asked(s, level="easy")
    assert to_builtins(plan.action)["action"] == "CALL_UNO"
    assert 1_500 <= plan.think_ms <= 3_000


@pytest.mark.parametrize("level", OFFERED)
def test_no_level_misses_the_way_out(level):
    s = position(["red-5-9", MANY])
    assert all(asked(s, level=level, chance=b"%d" % n).action.payload.card_id == "red-5-9" for n in range(100))


def test_who_errs_plays_what_fits_and_keeps_wilds_and_bluffs_for_when_nothing_does():
    s = position(["wild-100 wild-draw-four-104 red-1-1 red-2-3 red-8-15", MANY], preset="official-500")
    played = {asked(s, level="easy", chance=b"%d" % n).action.payload.card_id for n in range(200)}
    assert played == {"red-1-1", "red-2-3", "red-8-15"}


def test_the_memory_holds_what_was_named_and_who_challenges():
    memory = recall(b"", 3)
    wild, four = CARD_BY_ID["wild-100"], CARD_BY_ID["wild-draw-four-104"]
    memory.listen([RoundStarted(1, 2, CARD_BY_ID["red-9-17"], Color(0), [7, 7, 7], 80)], 0)
    memory.listen([CardPlayed(1, wild, Color(2), 6, False)], 0)
    assert memory.liked[1] == 1 << 2
    memory.listen([CardPlayed(0, four, Color(3), 5, False), DrawPending(1, 4, False, True)], 0)
    memory.listen([CardsDrawn(1, 4, 4, DrawReason.wild_draw_four, 10)], 0)
    played, pending = CardPlayed(0, four, Color(3), 4, False), DrawPending(1, 4, False, True)
    memory.listen([played, pending, Wd4Challenged(1, 0, False)], 0)
    assert (memory.took[1], memory.dared[1]) == (1, 1)
    assert recall(keep(memory), 3) == memory


def test_a_memory_that_was_stored_before_is_gone_on_with():
    memory = recall(b"\x99\x93\x01\x00\x00\x93\x00\x02\x00\x93\x00\x00\x00\x02\x00\x04\x00\xff\xff", 3)
    assert (memory.void[0], memory.guilty[1], memory.caught_by) == (1, 2, 2)
    assert memory.liked == memory.dared == memory.took == [0, 0, 0]


@pytest.mark.parametrize("level", OFFERED)
@pytest.mark.parametrize("preset", GAME.presets)
def test_neither_plan_nor_pause_depends_on_cards_that_the_seat_cannot_know(preset, level):
    match = play(GAME, preset, 4, f"twins/{preset}", limit=40)
    looked = 0
    for moment in match.moments:
        state = msgpack.decode(moment.after, type=State)
        if GAME.outcome(state) is not None:
            break
        for seat in GAME.may_act(state):
            twin = redeal(state, seat, Chance(b"twin/%d" % moment.number))
            one, other = (asked(s, seat, level=level) for s in (state, twin))
            assert (one.action, one.think_ms) == (other.action, other.think_ms)
            looked += one.action is not None
    assert looked > 10


def test_a_hard_choice_takes_longer_than_none():
    easy = position(["red-5-9 blue-1-26 blue-2-28", MANY])
    hard = position(["red-5-9 red-4-7 red-3-5 red-2-3 red-1-1 blue-9-42", MANY])
    pauses = [[asked(s, chance=b"%d" % n).think_ms for n in range(20)] for s in (easy, hard)]
    assert max(pauses[0]) < min(pauses[1])
    assert all(900 <= pause <= 2000 for pause in pauses[0] + pauses[1])


@pytest.mark.parametrize("preset", GAME.presets)
def test_levels_finish_a_match_of_every_preset(preset):
    scores = arena(GAME, ["strong", "normal", "easy", "baseline"], 1, "finish", preset=preset)
    assert sum(score.wins.much for score in scores) == pytest.approx(scores[0].games)


def test_strong_wins_clearly_more_than_its_share_against_easy():
    """No bar: those stand in docs/bots-measured.md."""
    strong, *_ = arena(GAME, ["strong", "easy"], 400, "levels")
    assert strong.interval[0] > 0.5

"""What the arena makes of bots that play one another: mirrored deals, intervals, blunders, twins that cheat."""

from dataclasses import replace

import pytest

from games.api import Plan
from games.catalog import installed
from games.chance import Chance
from games.kit.arena.cheating import cheating, cheats_with
from games.kit.arena.figures import Ratio, bucket, quantile, wilson
from games.kit.arena.match import Stuck, play_match
from games.kit.arena.players import Fault, Seen, maker_of, measurable_levels
from games.kit.arena.series import Series, arena, deals_for, is_decided, series_of
from games.kit.arena.tally import Tally
from games.kit.promise import options_of
from games.uno.actions import SkipTurn
from games.uno.cards import CARD_BY_ID
from games.uno.state import TURN

GAMES = installed()
UNO = GAMES["uno"]
UPGRADE = GAMES["shandong"]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_random_level_that_no_form_offers(name):
    assert "random" in measurable_levels(GAMES[name])
    assert "random" not in GAMES[name].bot_levels


def test_random_plays_uno_to_its_end_and_loses_to_a_bot():
    chance, bot = arena(UNO, ["random", "baseline"], 200, "chance")
    assert chance.interval[1] < 0.5 < bot.interval[0]


def test_random_plays_a_round_of_upgrade():
    game = GAMES["shandong"]
    preset = next(iter(game.presets))
    played = play_match(game, options_of(game, preset, 4), [maker_of(game, "random")] * 4, b"chance")
    assert len(played.outcome.ranking) == 4


def test_every_bot_sits_once_in_every_seat_of_a_deal():
    scores = arena(UNO, ["baseline"] * 3, 7, "round")
    assert [score.games for score in scores] == [9, 9, 9]
    assert sum(score.wins.much for score in scores) == pytest.approx(9)


def test_twins_are_exactly_even_on_mirrored_deals():
    """A bot that leaves nothing to chance wins each deal once in each of its twins' places."""
    scores = arena(UNO, ["baseline", "baseline"], 60, "even", preset="arena-1000", overrides={"targetScore": 50})
    assert [score.rate for score in scores] == [0.5, 0.5]


def test_the_interval_is_taken_over_deals_and_not_over_their_games():
    alike, even = Ratio(), Ratio()
    for number in range(100):
        alike.add(2 * (number % 2), 2)
        even.add(1, 2)
    assert alike.mean == even.mean == 0.5
    assert even.share() == pytest.approx((0.5, 0.5), abs=0.1)
    low, high = alike.share()
    assert high - low > wilson(100, 200)[1] - wilson(100, 200)[0]


def test_points_a_round_are_signed_and_add_up_to_nothing():
    scores = arena(UNO, ["baseline", "random", "random"], 30, "points")
    assert sum(score.points.much for score in scores) == pytest.approx(0)
    assert all(score.points.many == 30 for score in scores)


def test_levels_climbed_are_the_points_of_upgrade():
    game = GAMES["shandong"]
    scores = series_of(game, ["normal", "random", "normal", "random"], "levels").deals(0, 1).scores
    assert scores[0].points.much == scores[2].points.much == -scores[1].points.much > 0


def test_blunders_are_counted_with_their_occasions():
    careful, careless = arena(UNO, ["baseline", "random"], 100, "blunders")
    assert careful.blunders()["wastedAWild"] == 0 < careless.blunders()["wastedAWild"]
    assert careless.blunders()["drewWhatItCouldPlay"] == 0
    assert careful.could["wastedAWild"] > 20


def test_think_times_are_kept_as_a_few_numbers():
    thought = {}
    for ms in range(1, 101):
        thought[bucket(ms / 1000)] = thought.get(bucket(ms / 1000), 0) + 1
    assert len(thought) < 50
    assert quantile(thought, 0.5) == pytest.approx(0.050, rel=0.1)
    assert quantile(thought, 0.95) == pytest.approx(0.095, rel=0.1)


def test_a_twin_that_sees_all_hands_plays_what_the_other_cannot_follow():
    options = options_of(UNO, "standard", 2)
    state = UNO.setup(options, ["bot"] * 2, Chance(b"twin"), 0).state
    mine, theirs = ["red-5-9", "blue-9-42", "blue-8-40"], ["red-1-1"]
    top = CARD_BY_ID["red-9-17"]
    state.hands = [[CARD_BY_ID[card] for card in hand] for hand in (mine, theirs)]
    state.discard, state.color, state.current, state.phase = [top], 0, 0, TURN
    state.deck = [card for card in range(108) if card != top and all(card not in hand for hand in state.hands)]
    seen = Seen(state, UNO.table(state), UNO.own(state, 0), ())
    assert cheating("baseline", 6)(UNO, 0, Chance(b"see")).plan(seen).action.payload.card_id == "blue-9-42"
    assert maker_of(UNO, "baseline")(UNO, 0, Chance(b"see")).plan(seen).action.payload.card_id == "red-5-9"


def test_a_twin_sees_all_hands_together_with_its_partners():
    names = ["strong", "normal", "strong", "normal"]
    assert cheats_with(UPGRADE, names, 0) == {0, 2}
    assert cheats_with(UPGRADE, ["strong", "normal", "easy", "normal"], 0) == {0}
    assert cheats_with(UNO, ["strong", "baseline", "strong"], 0) == {0}


@pytest.mark.parametrize(("repeats", "matches"), [(True, 2), (False, 4)])
def test_a_match_of_the_same_bots_in_the_same_seats_is_played_once(monkeypatch, repeats, matches):
    played = []

    def counted(*given):
        played.append(given)
        return play_match(*given)

    monkeypatch.setattr("games.kit.arena.series.play_match", counted)
    sides = series_of(UPGRADE, ["baseline", "random", "baseline", "random"], "once", preset="short")
    tally = replace(sides, repeats=repeats).deals(0, 1)
    assert len(played) == matches
    assert [score.games for score in tally.scores] == [4] * 4
    assert sum(score.wins.much for score in tally.scores) == 4


def test_joined_deals_are_what_is_played_at_once():
    series = series_of(UNO, ["baseline", "random"], "join")
    whole, parts = series.deals(0, 6), Tally()
    for first, last in ((0, 2), (2, 3), (3, 6)):
        parts.join(series.deals(first, last))
    assert [(s.wins.much, s.wins.much_much, s.could) for s in whole.scores] == [
        (s.wins.much, s.wins.much_much, s.could) for s in parts.scores
    ]


@pytest.mark.compiled
def test_it_is_decided_only_after_enough_deals_and_at_looks_far_apart():
    series = series_of(UNO, ["baseline", "random"], "until", preset="official-500")
    tally = series.deals(0, 63)
    assert not is_decided(tally, 0.5)
    tally.join(series.deals(63, 64))
    assert is_decided(tally, 0.5)
    assert not is_decided(tally, tally.scores[0].rate)


class Failing:
    def plan(self, seen):
        raise Fault("the program has ended")


class Illegal:
    outside = True

    def plan(self, seen):
        return Plan(SkipTurn())


@pytest.mark.parametrize("player", [Failing, Illegal])
def test_who_fails_is_played_on_for_and_has_lost(player):
    makers = [lambda *_: player(), maker_of(UNO, "baseline")]
    failed, other = Series(UNO, ["it", "other"], makers, options_of(UNO, "standard", 2), "fail").deals(0, 10).scores
    assert failed.faults == failed.games == 20
    assert failed.wins.much == 0 < other.wins.much < 20
    assert failed.points.much <= 0
    assert failed.faulty[0]


def test_a_level_that_is_refused_is_a_mistake_of_the_game_and_told():
    class Wrong(Illegal):
        outside = False

    with pytest.raises(Stuck, match="was refused"):
        play_match(UNO, options_of(UNO, "standard", 2), [lambda *_: Wrong()] * 2, b"x")


def test_games_are_rounded_up_to_whole_deals():
    assert [deals_for(games, 4) for games in (1, 4, 5)] == [1, 1, 2]

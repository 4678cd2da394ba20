"""`paiju check-game` finds faults that an author could make, explains each, and can show it again."""

import json
import sys
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from importlib.resources import files

import pytest

from games.kit.fairness import gives_every_seat_a_chance
from games.kit.met import Tally
from games.kit.promise import Doubt
from games.kit.search import Finding, Search
from games.kit.suite import CHECKS
from tests.games.kit.eights import GAME
from tests.games.kit.planted import PLANTED

PATIENCE = 300
"""Matches after which a fault counts as missed: fewer than a minute of `paiju check-game` plays."""


def found(game, says) -> tuple[Search, Finding]:
    """The first finding that says one of these words; match by match, as the command plays."""
    search = Search(game)
    search.before()
    for _ in search.run(3_600):
        for finding in search.findings.values():
            if any(words in finding.text for words in says.split("|")):
                return search, finding
        if search.matches == PATIENCE:
            break
    raise AssertionError(f"missed in {search.matches} matches; found {[f.text for f in search.findings.values()]}")


@pytest.mark.parametrize("name", PLANTED)
def test_it_finds_that(name):
    fault, says = PLANTED[name]
    search, finding = found(fault(), says)
    assert finding.grade == "broken"
    assert "\n" not in finding.text
    assert finding.match is not None, finding
    again = Search(search.game)
    again.again(finding.match, finding.step)
    assert finding.text in [other.text for other in again.findings.values()], "the command shows it again"


def test_it_finds_nothing_in_the_sound_game():
    search = Search(GAME)
    search.before()
    for _ in search.run(3):
        assert search.findings == {}
    search.after()
    assert search.findings == {}


@pytest.fixture
def texts_with(tmp_path, monkeypatch):
    """A package with the game's texts, some of them changed; None: left out."""
    monkeypatch.syspath_prepend(tmp_path)

    def package(language, changes):
        folder = tmp_path / "planted_texts"
        (folder / "texts").mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").touch()
        for file in (files("tests.games.kit.eights") / "texts").iterdir():
            words = json.loads(file.read_text(encoding="utf-8"))
            if file.name == f"{language}.json":
                words = {key: text for key, text in {**words, **changes}.items() if text is not None}
            (folder / "texts" / file.name).write_text(json.dumps(words), encoding="utf-8")
        return replace(GAME, package="planted_texts")

    yield package
    sys.modules.pop("planted_texts", None)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"action.play": "Play {card} {farbe}"}, "action.play: neither the action nor its move has a field farbe"),
        ({"event.drew": "{who} draws"}, "event.drew: the event has no field who; it has seat, card"),
        ({"event.drew": "{seat draws"}, "has a brace without its other half"),
        ({"code.turn.not_yours": "It is the turn of {who}."}, "code.turn.not_yours: no parameter who is given"),
        ({"code.card.no_match": None}, "en-US lacks 1 texts"),
        ({"event.vanished": "{seat} vanishes"}, "texts for what the game does not have (event.vanished)"),
        ({"event.passed": "passes"}, "event.passed has the braces ['seat'] in zh-CN and [] in en-US"),
    ],
)
def test_it_finds_a_text_that_is(texts_with, changes, says):
    search = Search(texts_with("en-US", changes))
    search.before()
    for _ in search.run(0):
        pass
    search.after()
    assert any(says in finding.text for finding in search.findings.values()), search.findings


def test_equal_faults_are_told_once():
    fault, _ = PLANTED["touched_leaves_out_the_next_seat_where_a_seat_passes"]
    search = Search(fault())
    for _ in search.run(2):
        pass
    assert [finding.check for finding in search.findings.values()] == ["tells_whom_it_touched"]
    assert next(iter(search.findings.values())).times > 1


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        ({"seats": [2, 3]}, "make it a range of numbers of players"),
        ({"bot_levels": "simple"}, "make it a list"),
        ({"bot": None}, "there is no Game.bot"),
        ({"teams": ((0, 9),)}, "names the seats [9], which are not there"),
        ({"teams": ((0, 1), (1, 2))}, "has a seat in two teams"),
        ({"presets": {}}, "Game.presets is empty"),
        ({"presets": {"standard": {"turnSeconds": 500}}}, "the preset standard ({'turnSeconds': 500}) is not one of"),
        ({"option_groups": {"time": ["seconds"]}}, "the option group time has seconds, but the options are called"),
        ({"seats_option": "players"}, "Game.seats_option is players"),
        ({"package": "nowhere.at.all"}, "ModuleNotFoundError"),
        ({"State": dict}, "make it a msgspec.Struct"),
        ({"reveals": [int]}, "Game.reveals has int"),
    ],
)
def test_it_finds_a_declaration_that_does_not_fit(declared, says):
    search = Search(replace(GAME, **declared))
    search.before()
    assert any(says in finding.text for finding in search.findings.values()), search.findings


def test_a_bot_that_keeps_everybody_waiting_is_a_doubt():
    thoughts = [1.0]

    def bot(*given):
        until = time.process_time() + (thoughts.pop() if thoughts else 0)
        while time.process_time() < until:
            pass
        return GAME.bot(*given)

    search = Search(replace(GAME, bot=bot))
    search.again(4, None)
    search.after()
    doubts = [finding.text for finding in search.findings.values() if finding.grade == "doubt"]
    assert any(text.startswith("bot took more than 0.3 s of computing") for text in doubts), search.findings


def test_an_option_that_changes_nothing_is_a_doubt():
    def setup(options, seats, chance, now):
        return GAME.setup(GAME.Options(), seats, chance, now)

    search = Search(replace(GAME, setup=setup))
    search.before()
    assert [finding.text.partition(":")[0] for finding in search.findings.values()] == ["turnSeconds changes nothing"]


def test_a_card_that_is_never_dealt_is_a_doubt():
    def setup(options, seats, chance, now):
        step = GAME.setup(options, seats, chance, now)
        for pile in (*step.state.hands, step.state.stock, step.state.pile):
            pile[:] = [card for card in pile if card != 20]
        return step

    search = Search(replace(GAME, setup=setup))
    search.again(1, None)
    assert any("'8H' of Game.names['cards'] is never dealt" in finding.text for finding in search.findings.values())


@pytest.mark.parametrize(
    ("acted", "won", "says"),
    [("012", "02", ""), ("01", "01", "seat 2 has never acted"), ("012", "1", "only seat 1 has ever won")],
)
def test_a_seat_without_a_chance_is_a_doubt(acted, won, says):
    tally: Tally = Counter({("matches", "3"): 20})
    tally.update({("acted", "3", seat): 20 for seat in acted} | {("won", "3", seat): 5 for seat in won})
    with pytest.raises(Doubt, match=says) if says else nullcontext():
        gives_every_seat_a_chance(GAME, tally)


def test_bots_play_however_little_time_there_is():
    presets = {f"like{number}": {} for number in range(9)}
    search = Search(replace(GAME, presets=presets))
    for _ in search.run(0):
        pass
    assert {"bots_play_along", "bots_repeat_themselves"} <= search.tried
    assert search.matches == 9


def test_a_check_that_has_had_nothing_to_look_at_is_not_one_that_was_passed():
    search = Search(replace(GAME, bot=None, bot_levels=[], lesson=None))
    search.before()
    for _ in search.run(0):
        pass
    search.after()
    idle = {"bots_play_along", "bots_repeat_themselves", "teaches_what_its_lesson_says"}
    assert idle <= {*CHECKS} - search.tried
    assert "ends" in search.tried

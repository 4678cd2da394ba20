"""Games are found by entry point; whatever is wrong with one is said in a sentence that names it."""

import sys
from textwrap import dedent

import pytest

from games.catalog import CatalogError, installed, usable


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Puts a distribution with entry points on the path, as pip would."""
    monkeypatch.syspath_prepend(tmp_path)
    made = []

    def package(distribution, entries, module="", source=""):
        info = tmp_path / f"{distribution.replace('-', '_')}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1\n")
        (info / "entry_points.txt").write_text("[table.games]\n" + "".join(f"{entry}\n" for entry in entries))
        if module:
            (tmp_path / f"{module}.py").write_text(dedent(source))
            made.append(module)

    yield package
    for module in made:
        sys.modules.pop(module, None)


def test_the_teaching_game_is_installed_like_any_other():
    assert installed(only=["crazy-eights"])["crazy-eights"].id == "crazy-eights"


def test_every_installed_game_goes_by_its_entry_point():
    games = installed()
    assert list(games) == sorted(games)
    assert {"crazy-eights", "shandong", "uno"} <= set(games)
    assert all(game.id == name for name, game in games.items())


def test_two_packages_that_claim_one_name_are_both_named(packages):
    packages("cards-one", ["crazy-eights = crazy_eights:GAME"])
    packages("cards-two", ["crazy-eights = crazy_eights:GAME"])
    with pytest.raises(CatalogError, match=r"two games are called crazy-eights: .*cards-one, .*cards-two"):
        installed("table.games")


def test_a_game_must_call_itself_what_its_entry_point_says(packages):
    packages("cards-one", ["eights = crazy_eights:GAME"])
    with pytest.raises(CatalogError, match="entry point eights brings a game that calls itself crazy-eights"):
        installed("table.games")


def test_a_module_that_is_not_there_is_named(packages):
    packages("cards-one", ["whist = no_such_whist:GAME"])
    with pytest.raises(CatalogError, match=r"whist \(no_such_whist:GAME of cards-one\) cannot be loaded"):
        installed("table.games")


def test_a_module_that_fails_while_it_is_imported_is_named(packages):
    packages("cards-one", ["whist = broken_whist:GAME"], "broken_whist", "raise RuntimeError('no deck')")
    with pytest.raises(CatalogError, match="cannot be loaded: RuntimeError: no deck"):
        installed("table.games")


def test_the_line_that_failed_is_named(packages):
    packages("cards-one", ["whist = late_whist:GAME"], "late_whist", "DECK = []\n\nDECK[0]\n")
    with pytest.raises(CatalogError, match=r"IndexError: list index out of range \(\S+/late_whist\.py, line 3\)$"):
        installed("table.games")


def test_a_module_that_is_not_python_is_named_with_its_line(packages):
    packages("cards-one", ["whist = odd_whist:GAME"], "odd_whist", "DECK = []\nDECK = [\n")
    with pytest.raises(CatalogError, match=r"SyntaxError: '\[' was never closed \(\S+/odd_whist\.py, line 2\)$"):
        installed("table.games")


def test_a_game_for_another_surface_says_so_with_its_line(packages):
    source = "from games.api import Game\n\nGAME = Game(id='whist', deck=52)\n"
    packages("cards-one", ["whist = older_whist:GAME"], "older_whist", source)
    with pytest.raises(
        CatalogError, match=r"made for another version of Paiju than this, .*\(\S+/older_whist\.py, line 3\)"
    ):
        installed("table.games")


def test_a_module_that_wants_to_end_the_program_does_not(packages):
    packages("cards-one", ["whist = last_whist:GAME"], "last_whist", "raise SystemExit('no deck')")
    with pytest.raises(CatalogError, match="cannot be loaded: SystemExit: no deck"):
        installed("table.games")


def test_what_is_not_a_game_is_refused(packages):
    packages("cards-one", ["whist = plain_whist:GAME"], "plain_whist", "GAME = 'whist'")
    with pytest.raises(CatalogError, match=r"is a str, not a games\.api\.Game \(\S+/plain_whist\.py\)"):
        installed("table.games")


def test_games_that_nobody_asked_for_are_not_loaded(packages):
    packages("cards-one", ["crazy-eights = crazy_eights:GAME", "whist = no_such_whist:GAME"])
    assert list(installed("table.games", only=["crazy-eights"])) == ["crazy-eights"]


def test_a_game_that_is_not_installed_is_named():
    with pytest.raises(CatalogError, match="no installed package brings the game bridge"):
        installed(only=["bridge"])


def test_a_game_that_cannot_be_used_is_left_out_and_told(packages):
    packages("cards-one", ["crazy-eights = crazy_eights:GAME", "whist = no_such_whist:GAME"])
    games, problems = usable(lambda game: None, "table.games")
    assert list(games) == ["crazy-eights"]
    (problem,) = problems
    assert problem.startswith("the game whist (no_such_whist:GAME of cards-one) cannot be loaded: ModuleNotFoundError")


def test_a_game_that_does_not_bear_a_look_is_left_out_and_told(packages):
    def look(game):
        raise ValueError("it has\nno cards")

    packages("cards-one", ["crazy-eights = crazy_eights:GAME"])
    games, (problem,) = usable(look, "table.games")
    assert games == {}
    assert "crazy-eights (crazy_eights:GAME of cards-one) cannot be offered: ValueError: it has no cards (" in problem

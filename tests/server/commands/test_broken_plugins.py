"""Broken plug-ins are left out with one sentence each; everything else works. They are really installed here."""

import json
import os
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.support.plugins import SAID, install_broken
from tests.support.served import PAIJU, RELEASE, serve


@pytest.fixture(scope="module")
def broken(tmp_path_factory):
    """The path with every broken plug-in."""
    folder = install_broken(tmp_path_factory.mktemp("site"))
    return os.pathsep.join(filter(None, (str(folder), RELEASE)))


def paiju(path, *words):
    return subprocess.run(
        [PAIJU, *words],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )


def assert_one_sentence_each(lines):
    for game, said in SAID.items():
        about = [line for line in lines if f"game {game} (" in line or f"games are called {game}:" in line]
        assert len(about) == 1, f"{game}: {about}"
        assert said in about[0]
    assert len(lines) == len(SAID)


def test_games_lists_the_others(broken):
    run = paiju(broken, "games")
    assert run.returncode == 0
    assert [line.split()[0] for line in run.stdout.splitlines()[::2]] == ["crazy-eights", "doudizhu", "shandong", "uno"]
    lines = run.stderr.splitlines()
    assert all(line.startswith("skipped: ") for line in lines)
    assert_one_sentence_each(lines)


@pytest.mark.parametrize("workers", [1, 2])
def test_serve_offers_the_others(broken, tmp_path: Path, workers):
    with serve(tmp_path, workers=workers, env={"PYTHONPATH": broken}) as served:
        assert offered(served) == ["crazy-eights", "doudizhu", "shandong", "uno"]
        with urllib.request.urlopen(f"{served.url}/boards") as answer:
            assert answer.status == 200
    told = [json.loads(line)["text"] for line in served.log.read_text(encoding="utf-8").splitlines()]
    said = [text for text in told if text.startswith("skipped: ")]
    if workers == 1:
        assert_one_sentence_each(said)
    assert_one_sentence_each(sorted(set(said)))  # each worker says it


def test_serve_goes_on_where_a_broken_game_was_asked_for_by_name(broken, tmp_path: Path):
    with serve(tmp_path, env={"PYTHONPATH": broken, "PAIJU_GAMES": "uno,crash"}) as served:
        assert offered(served) == ["uno"]


def offered(served):
    with urllib.request.urlopen(f"{served.url}/api/v1/games") as answer:
        return [game["id"] for game in json.load(answer)["games"]]


@pytest.mark.parametrize("game", ["absent", "crash", "quit", "typo", "plain", "newer", "older", "twin"])
def test_check_game_says_why_a_game_cannot_be_loaded(broken, game):
    run = paiju(broken, "check-game", game)
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)
    assert SAID[game] in run.stderr


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("odd", "TypeError: 'NoneType' object is not subscriptable"),
        ("mute", SAID["mute"]),
        ("terse", SAID["terse"]),
        ("foggy", "Fog.depth: not a type for views"),
    ],
)
def test_check_game_says_why_a_game_cannot_be_offered(broken, game, said):
    run = paiju(broken, "check-game", game, "--seconds", "1")
    assert (run.returncode, run.stderr) == (1, "")
    assert "BROKEN  can be offered\n" in run.stdout
    assert said in run.stdout.partition("BROKEN  can be offered\n")[2]

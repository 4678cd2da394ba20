"""`paiju words GAME --write`: what a game still has to say is laid out in its files, with a proposal for each."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.support.plugins import install
from tests.support.served import PAIJU, RELEASE, serve

ENTRY = """
    from dataclasses import replace
    from crazy_eights import GAME as EIGHTS
    GAME = replace(EIGHTS, id="whist", package="whist")
"""
RULES = """
    from games.api import Refused

    def judge(seat):
        if seat:
            raise Refused("turn.not_yours")
        raise Refused("trick.too_small")
"""
ENGLISH = {"game.name": "Whist", "game.about": "Tricks.", "preset.standard": "As ever", "note.own": "Mine"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A game with some words of one language."""
    english = json.dumps(ENGLISH)
    files = {"whist/__init__.py": ENTRY, "whist/rules.py": RULES, "whist/texts/en-US.json": english}
    install(tmp_path, "cards-whist", "whist", "whist:GAME", files)
    return tmp_path


def environment(site: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(site), RELEASE)))}


def paiju(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PAIJU, *words], env=environment(site), capture_output=True, text=True, timeout=120)


def words_in(site: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((site / "whist" / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return found


def test_each_missing_key_is_named_on_a_line_of_its_own_and_nothing_is_written(site: Path) -> None:
    run = paiju(site, "words", "whist")
    assert (run.returncode, run.stderr) == (1, "")
    lines = run.stdout.splitlines()
    assert 'en-US  "action.play": "Play {card} {suit}"' in lines
    assert 'zh-CN  "game.name": "Whist"' in lines
    assert words_in(site, "en-US") == ENGLISH
    assert not (site / "whist" / "texts" / "zh-CN.json").exists()


def test_the_keys_are_laid_out_with_proposals_and_what_is_there_stays(site: Path) -> None:
    run = paiju(site, "words", "whist", "--write")
    assert (run.returncode, run.stderr) == (0, "")
    english, chinese = words_in(site, "en-US"), words_in(site, "zh-CN")
    assert {key: english[key] for key in ENGLISH} == ENGLISH
    assert english.keys() == chinese.keys()
    assert [*english][: len(ENGLISH)] == [*ENGLISH]
    assert {key: english[key] for key in ("action.play", "action.draw", "event.play", "word.Suit.hearts")} == {
        "action.play": "Play {card} {suit}", "action.draw": "Draw",
        "event.play": "{seat}: play {card} {suit}", "word.Suit.hearts": "hearts",
    }  # fmt: skip
    assert english["level.simple"] == "Simple"
    assert english["code.trick.too_small"] == "Trick: too small."
    assert chinese["note.own"] == "Mine", "what the other language says"
    assert not {"code.turn.not_yours", "option.turnSeconds"} & english.keys(), "the platform has words for them"
    again = paiju(site, "words", "whist")
    assert again.returncode == 0
    assert again.stdout.startswith("whist has all its words\n")


def test_fields_without_a_title_are_listed(site: Path) -> None:
    run = paiju(site, "words", "whist", "--write")
    assert run.stdout.splitlines()[-1].startswith("titles at the table for any game")
    titled = dict.fromkeys(run.stdout.splitlines()[-1].partition("): ")[2].split(", "), "")
    assert {"field.hand", "field.pile"} & titled.keys(), titled
    file = site / "whist" / "texts" / "en-US.json"
    file.write_text(json.dumps({**words_in(site, "en-US"), **titled}), encoding="utf-8")
    assert "titles at the table" not in paiju(site, "words", "whist").stdout


def test_one_language_is_enough_to_be_offered_and_the_other_is_warned_about(site: Path, tmp_path: Path) -> None:
    paiju(site, "words", "whist", "--write")
    (site / "whist" / "texts" / "zh-CN.json").write_text('{"game.name": "惠斯特"}', encoding="utf-8")
    env = {"PYTHONPATH": environment(site)["PYTHONPATH"], "PAIJU_GAMES": "whist"}
    with serve(tmp_path / "serve", env=env) as served:
        with urllib.request.urlopen(f"{served.url}/api/v1/games") as answer:
            assert [game["id"] for game in json.load(answer)["games"]] == ["whist"]
        with urllib.request.urlopen(f"{served.url}/games/whist/texts/zh-CN.json") as answer:
            words = json.load(answer)
            assert (words["game.name"], words["action.draw"]) == ("惠斯特", "Draw")
        told = [json.loads(line)["text"] for line in served.log.read_text(encoding="utf-8").splitlines()]
    assert len([text for text in told if "whist" in text and "zh-CN" in text and "paiju words" in text]) == 1, told
    check = paiju(site, "check-game", "whist", "--seconds", "1")
    assert "ok      has its words" in check.stdout
    assert "warning zh-CN lacks" in check.stdout

"""Whole matches through a pipe and through a pseudo-terminal (uno.md 22)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.typist import ESCAPES, SimplePlayer, Typist

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("preset", ["luogu", "official-500", "family", "standard"])
def test_a_match_is_played_to_its_end_through_a_pipe(preset, tmp_path):
    with Typist(["--quick", "--fast", "--preset", preset, "--seed", "11"], tmp_path) as person:
        assert person.play(SimplePlayer()) == 0
    assert "*** 比赛结束，胜者：" in person.text
    assert "\x1b" not in person.text
    assert "Traceback" not in person.text


@pytest.mark.parametrize("preset", ["luogu", "official-500"])
def test_a_match_is_played_to_its_end_through_a_pseudo_terminal(preset, tmp_path):
    arguments = ["--quick", "--fast", "--preset", preset, "--seed", "12", "--lang", "en"]
    with Typist(arguments, tmp_path, terminal=True) as person:
        assert person.play(SimplePlayer()) == 0
    plain = ESCAPES.sub("", person.text)
    assert "*** Match over, winner: " in plain
    assert "\x1b[1;3" in person.text  # cards in colour, and the colour as text all the same
    assert "[R " in plain


def test_a_seed_deals_the_same_match_again(tmp_path):
    texts = []
    for _ in range(2):
        with Typist(["--quick", "--fast", "--seed", "4"], tmp_path) as person:
            person.play(SimplePlayer())
        texts.append(person.text)
    assert texts[0] == texts[1]


def test_the_transcript_of_a_match_is_the_one_that_was_kept(tmp_path):
    arguments = ["--quick", "--fast", "--preset", "luogu", "--seed", "7", "--lang", "zh"]
    with Typist(arguments, tmp_path) as person:
        person.play(SimplePlayer())
    assert person.text == (GOLDEN / "luogu-seed-7.txt").read_text(encoding="utf-8")


def test_the_picture_fits_eighty_columns_without_color(tmp_path):
    arguments = ["--quick", "--fast", "--ascii", "--no-color", "--seed", "2"]
    with Typist(arguments, tmp_path, terminal=True, environment={"COLUMNS": "80"}) as person:
        shown = person.more()
        person.end()
    assert "|UNO  |" in shown
    assert "dir ->" in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if line.isascii())


def test_a_dumb_terminal_gets_no_escape_codes(tmp_path):
    with Typist(["--quick", "--fast"], tmp_path, terminal=True, environment={"TERM": "dumb"}) as person:
        person.more()
        assert "\x1b" not in person.text

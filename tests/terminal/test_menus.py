"""Menus, bad input, and the end of input (uno.md 22)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.terminal.typist import SimplePlayer, Typist

MENU = "===== UNO =====\n1. 开始游戏 / Play\n2. 设置 / Settings\n3. 规则 / Rules\n0. 退出 / Exit\n> "


def test_the_main_menu_is_shown_and_left(tmp_path):
    with Typist([], tmp_path) as person:
        assert person.more() == MENU
        person.type("0")
        assert person.more() is None
        assert person.process.wait(10) == 0


def test_every_other_line_is_answered_with_the_menu_again(tmp_path):
    with Typist([], tmp_path) as person:
        person.more()
        for line in ("", "4", "01", "play", "１", "-1", "9" * 5000, "\x00\x07", "日本語"):
            person.type(line)
            answer = person.more()
            assert "输入无效，请重试 / Invalid input, try again" in answer, line[:20]
            assert answer.endswith(MENU)


def test_the_end_of_input_ends_the_program_in_good_order(tmp_path):
    for lines in ([], ["1"], ["1", "2"], ["2"], ["3"], ["2", "3"]):
        with Typist(["--fast"], tmp_path) as person:
            person.more()
            for line in lines:
                person.type(line)
                person.more()
            person.end()
            assert person.more() is None
            assert person.process.wait(10) == 0
            assert "Traceback" not in person.text


def test_settings_are_kept(tmp_path):
    with Typist([], tmp_path) as person:
        person.more()
        for line, expected in (("2", "Colour: 开 on"), ("1", "Colour: 关 off"), ("3", "2. official-500"), ("2", "")):
            person.type(line)
            shown = person.more()
            assert expected in shown
        assert "3. 预设 / Preset: official-500" in shown
    kept = json.loads((tmp_path / "paiju" / "uno.json").read_text())
    assert kept["color"] is False
    assert kept["preset"] == "official-500"
    with Typist([], tmp_path) as person:
        person.more()
        person.type("2")
        assert "Colour: 关 off" in person.more()


def test_settings_that_cannot_be_read_are_the_defaults(tmp_path):
    (tmp_path / "paiju").mkdir()
    (tmp_path / "paiju" / "uno.json").write_text('{"color": "perhaps"')
    with Typist([], tmp_path) as person:
        person.more()
        person.type("2")
        assert "Preset: luogu" in person.more()


def test_rules_come_in_pages_of_at_most_twenty_lines(tmp_path):
    with Typist(["--lang", "en"], tmp_path) as person:
        person.more()
        person.type("3")
        pages = []
        while not (page := person.more()).endswith(MENU):
            pages.append(page)
            person.type("")
        assert len(pages) >= 3
        assert all(len(page.splitlines()) <= 22 for page in pages)
        assert any("explicitEndTurn" in page for page in pages)
        person.type("3")
        person.more()
        person.type("q")
        assert person.more().endswith(MENU)


def test_ending_a_turn_before_acting_is_refused_with_a_word(tmp_path):
    with Typist(["--quick", "--fast", "--preset", "luogu", "--seed", "1"], tmp_path) as person:
        first = person.more()
        assert "您是 1 号玩家 / You are player 1" in first
        assert "0. " not in first
        person.type("0")
        assert "需要先进行有效操作 / Act first" in person.more()
        person.type("1")
        shown = person.more()
        assert "0. 结束回合 / End turn" in shown
        assert "1. 摸一张牌" not in shown


def test_a_card_that_does_not_fit_is_refused_with_the_game_s_own_words(tmp_path):
    with Typist(["--quick", "--fast", "--preset", "luogu", "--seed", "3"], tmp_path) as person:
        person.more()
        for line in ("2", "1"):
            person.type(line)
            shown = person.more()
        person.type("2")  # the green 7 on a red 0
        assert "这张牌无法出" in person.more()
        person.type("1")
        person.more()
        for line in ("99", "-3", "one", ""):
            person.type(line)
            assert "Invalid input" in person.more(), shown


def test_options_that_cannot_be_used_are_told_in_one_sentence(tmp_path):
    for arguments in (
        ["--quick", "--preset", "nonsense"],
        ["--quick", "--set", "jumpIn"],
        ["--quick", "--set", "jumpIn=5"],
        ["--quick", "--preset", "luogu", "--bots", "2"],
        ["--server", "http://127.0.0.1:9"],
        ["--server", "http://127.0.0.1:9", "--room", "ABCDEF"],
    ):
        with Typist(arguments, tmp_path) as person:
            assert person.more() is None
            assert person.process.wait(10) == 2
            assert "Traceback" not in person.text
            assert len(person.text.strip().splitlines()) == 1, person.text


def test_uno_is_called_by_a_key(tmp_path):
    with Typist(
        ["--quick", "--fast", "--preset", "standard", "--set", "initialCards=2", "--seed", "8"], tmp_path
    ) as person:
        assert "1. 摸一张牌" in person.more()
        person.type("u")
        assert "您 喊 UNO！" in person.more()
        person.type("u")
        assert "你已经喊过UNO了" in person.more()


def test_a_catch_by_a_key_is_judged_by_the_rules(tmp_path):
    with Typist(["--quick", "--fast", "--preset", "standard", "--seed", "8"], tmp_path) as person:
        person.more()
        for line, answer in (("c 2", "该玩家不能被质疑"), ("c 9", "Invalid input"), ("c", "Invalid input")):
            person.type(line)
            assert answer in person.more()


def test_the_hand_is_shown_on_your_turn_and_a_card_is_played_by_its_number(tmp_path):
    with Typist(["--quick", "--fast", "--preset", "luogu", "--seed", "7"], tmp_path) as person:
        shown = person.more()
        assert "1) [黄 4]*  2) [蓝 +2]  3) [红 8]" in shown
        assert "p N" in shown
        person.type("p 3")  # the red 8 on a yellow 5
        refused = person.more()
        assert "这张牌无法出：参照牌 [黄 5]" in refused
        for line in ("p", "p 0", "p 99", "p x"):
            person.type(line)
            assert "输入无效，请重试 / Invalid input, try again" in person.more(), line
        person.type("p1")
        played = person.more()
        assert "您 出 [黄 4]，剩 6 张" in played
        assert "0. 结束回合 / End turn" in played


def test_a_play_by_number_may_carry_the_call(tmp_path):
    arguments = ["--quick", "--fast", "--preset", "standard", "--set", "initialCards=2", "--seed", "3", "--lang", "en"]
    with Typist(arguments, tmp_path) as person:
        shown = person.more()
        number = re.search(r"(\d)\) \[[^\]]*\]\*", shown)[1]
        person.type(f"p {number} u")
        person.more()
        assert re.search(r"You played .* 1 left \| You called UNO!", person.text)


def test_a_card_just_drawn_is_offered_and_played_at_once(tmp_path):
    arguments = ["--quick", "--fast", "--preset", "luogu", "--seed", "7", "--lang", "en"]
    with Typist(arguments, tmp_path) as person:
        person.more()
        for line in ("1", "0"):
            person.type(line)
            shown = person.more()
        while "p = play" not in shown:  # until a card is drawn that fits
            for line in ("1", "0") if "1. 摸一张牌" in shown else ("0",):
                person.type(line)
                shown = person.more()
                if "p = play" in shown:
                    break
        drawn = re.search(r"p = play (\[[^\]]+\])", shown)[1]
        assert f"Only the drawn {drawn} may be played" in shown
        person.type("p")
        shown = person.more()
        if "Colour" in shown:
            person.type("1")
            shown = person.more()
        assert f"You played {drawn[:-1]}" in shown


def test_any_key_turns_the_page_of_a_terminal(tmp_path):
    with Typist(["--lang", "en"], tmp_path, terminal=True) as person:
        person.more()
        person.type("3")
        person.more()
        for key in (" ", "x", "\x1b[B"):
            person.press(key)
            assert "Press any key" in person.more()
        person.press("q")
        assert person.more().endswith(MENU)
        person.type("0")  # and lines are lines again
        assert person.more() is None
        assert person.process.wait(10) == 0


def rules_of(arguments: list[str], home: Path) -> str:
    with Typist(arguments, home) as person:
        person.more()
        person.type("3")
        text = ""
        while not (page := person.more()).endswith(MENU):
            text += page
            person.type("")
        return text


def test_the_rules_are_those_that_are_in_force(tmp_path):
    luogu = rules_of(["--preset", "luogu", "--lang", "en"], tmp_path)
    family = rules_of(["--preset", "family", "--lang", "en"], tmp_path)
    strict = rules_of(["--preset", "official-500", "--set", "initialCards=5", "--lang", "en"], tmp_path)
    for text, has, lacks in (
        (luogu, ("7 cards", "end your turn", "draws four"), ("catch player N", "jump", "500 points", "swap")),
        (
            family,
            ("jump in", "swap", "catch player N", "on top", "One round"),
            ("end your turn yourself", "is a bluff"),
        ),
        (strict, ("5 cards", "500 points", "is a bluff"), ("jump in", "swap", "end your turn yourself")),
    ):
        assert [word for word in has if word not in " ".join(text.split())] == []
        assert [word for word in lacks if word in " ".join(text.split("in force")[0].split())] == []


FIXED = re.compile(  # uno.md 22 writes these in both languages
    r"您是 1 号玩家 / You are player 1|输入无效，请重试 / Invalid input, try again|需要先进行有效操作 / Act first"
    r"|\d\. (结束回合 / End turn|摸一张牌 / Draw a card|查看牌库 / Look at hand|保留并结束 / Keep and pass"
    r"|质疑 / Challenge|接受 / Accept|叠加 / Stack)|按 Enter 进入下一局 / Enter for next round"
)


@pytest.mark.parametrize(("language", "other"), [("zh", r"[A-Za-z]{4,}"), ("en", r"[\u4e00-\u9fff]")])
def test_everything_else_speaks_one_language(tmp_path, language, other):
    for preset in ("luogu", "family"):
        arguments = ["--quick", "--fast", "--preset", preset, "--seed", "5", "--lang", language]
        with Typist(arguments, tmp_path) as person:
            person.play(SimplePlayer())
        assert re.findall(rf".*{other}.*", FIXED.sub("", person.text)) == []
    with Typist(["--quick", "--set", "jumpIn=5", "--lang", language], tmp_path) as person:
        assert person.more() is None
        assert re.findall(r"[\u4e00-\u9fff]", person.text) == [] or language == "zh"
        assert "jumpIn" in person.text


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--set", "jumpIn=5"], "Invalid value for option Jump in (jumpIn). It may be on, off."),
        (["--set", "initialCards=99"], "(initialCards). It may be 2 … 15."),
        (["--set", "stackMode=down"], "(stackMode). It may be same, up, any."),
        (["--set", "jump=on"], "There is no option jump."),
        (["--preset", "nonsense"], "Unknown preset: nonsense. Known: standard, "),
    ],
)
def test_a_rule_that_cannot_be_set_is_told_with_what_can(tmp_path, arguments, reason):
    with Typist(["--quick", "--lang", "en", *arguments], tmp_path) as person:
        assert person.more() is None
        assert reason in person.text

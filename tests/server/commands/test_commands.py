"""The command line: each command does one thing, and reports problems with a sentence and an exit code."""

import json
import subprocess
import sys

import msgspec
import pytest

from games.kit.gallery import Exhibit
from server.__main__ import COMMANDS, main
from tests.architecture.tree import ROOT


def paiju(capsys, *words):
    code = main(words)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def vectors_file(tmp_path, *vectors):
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": vectors}))
    return str(file)


def test_games_lists_what_is_installed(capsys):
    code, out, _ = paiju(capsys, "games")
    assert code == 0
    assert "crazy-eights     Crazy Eights · 2-6 · standard, timed" in out


def test_games_speaks_chinese(capsys):
    assert "疯狂八点" in paiju(capsys, "games", "--language", "zh-CN")[1]


def test_every_published_scenario_passes(capsys):
    for game in ("uno", "shandong"):
        code, out, _ = paiju(capsys, "vectors", game, str(ROOT / "tests" / "games" / game / "vectors.json"))
        assert (code, out.splitlines()[-1].endswith("passed, 0 failed")) == (0, True)


def test_a_scenario_that_fails_is_named_and_counted(capsys, tmp_path):
    published = json.loads((ROOT / "tests" / "games" / "uno" / "vectors.json").read_text())["vectors"]
    play = next(vector for vector in published if vector["kind"] == "play" and vector["steps"][0]["expect"].get("ok"))
    wrong = json.loads(json.dumps(play)) | {"name": "turned-round"}
    wrong["steps"][0]["expect"]["ok"] = False
    code, out, _ = paiju(capsys, "vectors", "uno", vectors_file(tmp_path, play, wrong, {"name": "odd", "kind": "?"}))
    assert code == 1
    assert "FAILED turned-round\n" in out
    assert "FAILED odd\n" in out
    assert out.endswith("1 passed, 2 failed\n")


@pytest.mark.parametrize("text", ["", "[]", '{"vectors": 3}', '{"vectors": [1]}', "\xff"])
def test_a_file_that_holds_no_scenarios_is_refused(capsys, tmp_path, text):
    file = tmp_path / "vectors.json"
    file.write_text(text)
    code, out, err = paiju(capsys, "vectors", "uno", str(file))
    assert (code, out) == (2, "")
    assert err.startswith(f"cannot read {file}: ")


def test_a_game_without_scenarios_says_so(capsys, tmp_path):
    assert paiju(capsys, "vectors", "crazy-eights", vectors_file(tmp_path))[::2] == (
        2,
        "crazy-eights has no vector runner\n",
    )


def test_check_game_tells_each_promise(capsys):
    code, out, _ = paiju(capsys, "check-game", "crazy-eights", "--seconds", "1")
    assert code == 0
    assert "ok      keeps secrets\n" in out
    assert out.endswith("crazy-eights keeps every promise\n")


def test_a_game_that_is_not_installed_is_one_sentence(capsys):
    code, _, err = paiju(capsys, "check-game", "bridge")
    assert (code, err) == (2, "no installed package brings the game bridge\n")


def test_playthrough_prints_a_match_and_compares_it(capsys, tmp_path):
    code, out, _ = paiju(capsys, "playthrough", "crazy-eights", "--seats", "3", "--lines", "20", "--preset", "timed")
    assert code == 0
    kept = tmp_path / "kept.txt"
    kept.write_text(out, encoding="utf-8")
    assert paiju(capsys, "playthrough", "crazy-eights", "--check", str(kept))[0] == 0
    kept.write_text(out.replace("| drew", "| found", 1), encoding="utf-8")
    code, _, err = paiju(capsys, "playthrough", "crazy-eights", "--check", str(kept))
    assert code == 1
    assert "and is now" in err


@pytest.mark.parametrize(("option", "value"), [("--seats", "9"), ("--preset", "wild")])
def test_a_match_that_cannot_be_is_refused(capsys, option, value):
    assert paiju(capsys, "playthrough", "crazy-eights", option, value)[0] == 2


def test_gallery_prints_the_phases_and_what_happens_in_them(capsys, tmp_path):
    code, out, err = paiju(capsys, "gallery", "crazy-eights", "--seconds", "1")
    assert code == 0
    assert "draw or play: action draw (" in out
    assert "pairs of phase and action" in err
    kept = tmp_path / "kept.gallery"
    assert paiju(capsys, "gallery", "crazy-eights", "--seconds", "1.5", "--write", str(kept))[:2] == (0, "")
    assert len(msgspec.msgpack.decode(kept.read_bytes(), type=list[Exhibit])) > 20


def test_arena_counts_wins(capsys):
    code, out, _ = paiju(capsys, "arena", "crazy-eights", "--bots", "simple,simple", "--games", "10", "--seed", "1")
    assert code == 0
    assert out.startswith("crazy-eights: 10 games, seed 1\n")
    assert sum(float(line.split()[1]) for line in out.splitlines()[1:]) == 10


@pytest.mark.parametrize(
    "words", [("--bots", "genius,simple"), ("--bots", "simple"), ("--bots", "simple,simple", "--preset", "wild")]
)
def test_an_arena_that_cannot_be_is_refused(capsys, words):
    assert paiju(capsys, "arena", "crazy-eights", *words)[0] == 2


def test_config_prints_every_setting(capsys, monkeypatch):
    monkeypatch.setenv("PAIJU_WORKERS", "3")
    assert "PAIJU_WORKERS=3\n    processes that share the port\n" in paiju(capsys, "config")[1]


def test_a_bad_setting_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setenv("PAIJU_PORT", "99999")
    code, _, err = paiju(capsys, "config")
    assert (code, err) == (2, "PAIJU_PORT is '99999': expected `int` <= 65535\n")


def test_an_unknown_command_shows_the_known_ones(capsys):
    with pytest.raises(SystemExit):
        main(["dance"])
    printed = capsys.readouterr().err
    assert all(name in printed for name in COMMANDS)


def test_every_command_explains_itself(capsys):
    for name in COMMANDS:
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: paiju {name}")


def test_a_reader_who_goes_away_causes_no_traceback():
    command = f"{sys.executable} -m server check-game crazy-eights --seconds 1 | head -1"
    run = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (run.stdout, run.stderr) == ("ok      can be offered\n", "")

"""`paiju arena`: what is kept, gone on with and shared among processes, and programs that play or fail to."""

import sys
import time

import msgspec
import pytest

from server.__main__ import main

PROGRAM = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "decide":
        {answer}
"""
LEGAL = """
legal = [a for a in said["own"]["legalActions"] if said["table"]["currentPlayer"] == said["own"]["you"]]
        action = None
        if legal:
            payload = {k: legal[0][k] for k in ("cardId", "targetPlayerId") if legal[0].get(k) is not None}
            if legal[0]["needsColor"]: payload["chosenColor"] = "red"
            action = {"action": legal[0]["action"], "payload": payload}
        print(json.dumps({"action": action}), flush=True)"""
FAULTS = {
    "dies": ("sys.exit(1)", "has ended"),
    "rubbish": ("print('hello', flush=True)", "not JSON"),
    "a list": ("print('[]', flush=True)", "no object"),
    "megabytes": ("print('x' * 5_000_000, flush=True)", "more than 65536 bytes"),
    "no action": ('print(\'{"action": {"action": "DANCE"}}\', flush=True)', "no action"),
    "illegal": ('print(\'{"action": {"action": "SKIP_TURN"}}\', flush=True)', "refused"),
    "hangs": ("import time; time.sleep(60)", "did not answer"),
}


@pytest.fixture
def paiju(capsys):
    def run(*words):
        code = main(["arena", *map(str, words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def program(tmp_path):
    def written(answer):
        path = tmp_path / "program.py"
        path.write_text(PROGRAM.replace("{answer}", answer))
        return f"mine={sys.executable} {path}"

    return written


def figures(path):
    return msgspec.json.decode(path.read_bytes())["figures"]


def test_figures_are_kept_and_gone_on_with(paiju, tmp_path):
    part, whole = tmp_path / "part.json", tmp_path / "whole.json"
    words = ("uno", "--bots", "baseline,random", "--seed", "again")
    assert paiju(*words, "--games", 10, "--json", part)[0] == 0
    assert figures(part)[0]["games"] == 10
    assert paiju(*words, "--games", 30, "--json", part)[0] == 0
    assert paiju(*words, "--games", 30, "--json", whole)[0] == 0
    for gone_on, at_once in zip(figures(part), figures(whole), strict=True):
        assert gone_on["share"] == at_once["share"]
        assert gone_on["blunders"] == at_once["blunders"]


def test_a_file_of_other_bots_is_left_alone(paiju, tmp_path):
    path = tmp_path / "kept.json"
    assert paiju("uno", "--bots", "baseline,random", "--games", 2, "--json", path)[0] == 0
    before = path.read_bytes()
    code, _, err = paiju("uno", "--bots", "random,baseline", "--games", 2, "--json", path)
    assert (code, path.read_bytes()) == (2, before)
    assert "other bots" in err


def test_two_processes_say_what_one_says(paiju):
    words = ("uno", "--bots", "baseline,random", "--games", 40)
    one, two = (paiju(*words, "--processes", n)[1].splitlines() for n in (1, 2))
    assert [line.split(" ms")[0].split("  ")[:6] for line in one] == [
        line.split(" ms")[0].split("  ")[:6] for line in two
    ]


def test_it_stops_when_it_is_decided(paiju):
    words = ("uno", "--bots", "baseline,random", "--preset", "official-500", "--games", 4000, "--until")
    assert paiju(*words)[1].startswith("uno: 128 games")


def test_options_are_set_or_drawn_by_chance(paiju):
    code, out, _ = paiju("uno", "--bots", "baseline,random", "--games", 4, "--set", "initialCards=2")
    assert code == 0
    code, out, _ = paiju("uno", "--bots", "baseline,random", "--games", 2, "--drawn", 3, "--set", "maxRounds=0",
                         "--set", "targetScore=0")  # fmt: skip
    assert code == 0
    assert len(out.splitlines()) == 4
    assert "3 sets of options" in out


def test_a_cheating_twin_is_named_as_one(paiju):
    code, out, _ = paiju(
        "uno", "--bots", "baseline,random", "--games", 2, "--cheat", "baseline", "--set", "initialCards=2"
    )
    assert code == 0
    assert "baseline (cheats)" in out


@pytest.mark.parametrize(
    "words", [("--cheat", "strong"), ("--set", "initialCards=99"), ("--bots", "random")], ids=["cheat", "set", "seats"]
)
def test_what_cannot_be_played_is_told_in_a_sentence(paiju, words):
    code, _, err = paiju("uno", "--bots", "baseline,random", *words)
    assert code in (1, 2)
    assert len(err.splitlines()) == 1


def test_a_program_plays_a_seat(paiju, program):
    code, out, _ = paiju("uno", "--bots", "mine,random", "--games", 4, "--exec", program(LEGAL.strip()))
    assert code == 0
    assert "failed" not in out


@pytest.mark.parametrize(("answer", "said"), FAULTS.values(), ids=FAULTS)
def test_a_program_that_fails_is_played_on_for_and_loses(paiju, program, tmp_path, monkeypatch, answer, said):
    if said == "did not answer":
        monkeypatch.setattr("server.commands.arena_program.ANSWER_S", 0.3)
    path = tmp_path / "kept.json"
    began = time.monotonic()
    code, out, _ = paiju("uno", "--bots", "mine,random", "--games", 10, "--exec", program(answer), "--json", path)
    assert code == 0
    mine, other = figures(path)
    assert (mine["faults"], mine["share"][0]) == (10, 0)
    assert other["share"][0] > 0
    assert said in mine["faulty"][0]
    assert "failed in 10" in out
    assert time.monotonic() - began < 20  # it is not started for ever


def test_a_program_that_cannot_be_started_loses(paiju):
    code, out, _ = paiju("uno", "--bots", "mine,random", "--games", 4, "--exec", "mine=/no/such/program")
    assert code == 0
    assert "cannot be started" in out

"""`paiju match`: an open record is played again and every frame compared; a closed one has to fit together."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.__main__ import main
from server.records.match_record import packed, unpacked
from server.records.showing import shown
from tests.server.records.played import NAMES, record_of_game

Json = Any


def body_of(game: str, player: str | None = None, *, opened: bool = False) -> Json:
    record = unpacked(packed(record_of_game(game)))
    agreed = frozenset(record.people()) if opened else frozenset()
    return json.loads(msgspec.json.encode(shown(record, agreed, player)))


def verify(tmp_path: Path, capsys: Any, body: Json) -> tuple[int, str]:
    file = tmp_path / "match.json"
    file.write_text(body if isinstance(body, str) else json.dumps(body), encoding="utf-8")
    code = main(["match", "verify", str(file)])
    printed = capsys.readouterr()
    return code, (printed.out or printed.err).splitlines()[-1]


@pytest.mark.parametrize("game", NAMES)
def test_an_open_record_is_verified(tmp_path: Path, capsys, game: str):
    body = body_of(game, opened=True)
    code, last = verify(tmp_path, capsys, body)
    told = f"{body['steps']} steps of {game}, played again, tell what the record tells; its deal was not sealed."
    assert (code, last) == (0, f"verified: {told}")


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("player", [None, "ann"])
def test_a_closed_one_is_verified_as_far_as_it_shows(tmp_path: Path, capsys, game: str, player: str | None):
    code, last = verify(tmp_path, capsys, body_of(game, player))
    assert code == 0
    assert last.startswith("verified what it shows: ")
    assert "Not checked: " in last


def with_another_secret(body: Json) -> str:
    body["secret"] = "00" * 32
    return "the deal: draw 0 "


def with_an_event_changed(body: Json) -> str:
    told = next(told for told in body["told"] if told["events"])
    told["events"][0]["type"] = "something_else"
    return f"step {told['step']}: events"


def with_a_card_changed(body: Json) -> str:
    body["snapshot"]["own"]["0"] = {**body["snapshot"]["own"]["0"], "hand": ["joker"]}
    return "the deal: own"


def with_a_table_changed(body: Json) -> str:
    body["snapshot"]["table"] = {**body["snapshot"]["table"], "more": 1}
    return "the deal: table"


def with_two_steps_swapped(body: Json) -> str:
    log = body["log"]
    log[0], log[-1] = log[-1], log[0]
    return ""


def with_a_step_left_out(body: Json) -> str:
    del body["log"][-1]
    return "what was told after the end of the log"


def with_a_time_changed(body: Json) -> str:
    body["told"][4]["time"] += 1
    return f"step {body['told'][4]['step']}: time"


def with_an_own_view_changed(body: Json) -> str:
    told = next(told for told in body["told"] if told["own"])
    told["own"] = {**told["own"], "0": {"events": [], "own": [["more", "set", 1]]}}
    return f"step {told['step']}: "


def with_another_winner(body: Json) -> str:
    body["outcome"]["winners"] = [*body["outcome"]["winners"], 9]
    return "the end: "


ATTACKS: list[Callable[[Json], str]] = [
    with_another_secret, with_an_event_changed, with_a_card_changed, with_a_table_changed, with_two_steps_swapped,
    with_a_step_left_out, with_a_time_changed, with_an_own_view_changed, with_another_winner,
]  # fmt: skip


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_the_first_difference_is_named(tmp_path: Path, capsys, game: str, attack: Callable[[Json], str]):
    body = copy.deepcopy(body_of(game, opened=True))
    where = attack(body)
    code, last = verify(tmp_path, capsys, body)
    assert (code, last[: len(where)]) == (1, where)


@pytest.mark.parametrize("body", ["", "[]", '{"form": 1}', "\x00", json.dumps({"record": 1})])
def test_what_is_no_record_is_refused_with_a_sentence(tmp_path: Path, capsys, body: str):
    code, last = verify(tmp_path, capsys, body)
    assert code == 2
    assert last.startswith("cannot read ")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "bridge"}, "the game bridge is not installed"),
        ({"version": 99}, "version 99 of crazy-eights; version 1 is installed"),
        ({"form": 2}, "a record of form 2; this program reads form 1"),
    ],
)
def test_what_cannot_be_played_here_says_why(tmp_path: Path, capsys, change: Json, why: str):
    code, last = verify(tmp_path, capsys, {**body_of("crazy-eights", opened=True), **change})
    assert (code, last.partition(": ")[2]) == (2, why)


@pytest.mark.parametrize("where", ["nowhere.json", "http://127.0.0.1:9/m/" + "a" * 26])
def test_a_place_where_there_is_nothing(capsys, where: str):
    assert main(["match", "verify", where]) == 2
    assert capsys.readouterr().err.startswith(f"cannot read {where}: ")


@pytest.mark.parametrize("game", NAMES)
def test_it_says_what_match_it_was_and_saves_it(tmp_path: Path, capsys, game: str):
    file, copied = tmp_path / "match.json", tmp_path / "copy.json"
    file.write_text(json.dumps(body_of(game)), encoding="utf-8")
    assert main(["match", "show", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{game} (")
    assert "Ann (person)" in out
    assert "won" in out
    assert main(["match", "export", str(file), str(copied)]) == 0
    assert copied.read_bytes() == file.read_bytes()

"""Everything that a game or a room can refuse or tell has a text in both languages, whatever its parameters."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import texts
from games.api import HOST, AnyGame, Refused
from games.catalog import installed
from games.chance import Chance
from games.kit.junk import JUNK
from games.kit.match import play
from games.kit.promise import unpack, verdict
from games.shandong.rules.validators import Breach
from server.protocol.schema import schema_of
from server.rooms.game_options import resolved_options
from server.rooms.room_view import ROOM_EVENTS, RoomView

ROOT = Path(__file__).parents[2]
GAMES = installed()
Refusal = dict[str, Any]
CODE = re.compile(r"[a-z]+(\.[a-z_]+)+")
SHOWN_ALONE = {"said", "match_began", "room_match_ended", "bot_sat", "went_away", "came_back"}
"""Events of a room that have no words: chat, results and seats show them."""
BROKEN = re.compile(
    r"undefined|NaN|null|\[object|[{}]|[:：]$|^$|[a-z]+_[a-z0-9]+|[a-z][A-Z]|\b1 (cards|pairs|points|levels)\b"
)
"""Also what only programs say: ids of cards, names of options and fields. And one is not many."""


class Recorder:
    """Keeps what is refused while the block runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.met: dict[str, Refusal] = {}
        refuse, breach = Refused.__init__, Breach.__new__

        def refused(made: Refused, code: str, **params: Any) -> None:
            refuse(made, code, **params)
            self.add(code, params)

        def breached(kind: type[Breach], code: str, params: dict[str, Any]) -> Breach:
            self.add(code, params)
            return breach(kind, code, params)

        monkeypatch.setattr(Refused, "__init__", refused)
        monkeypatch.setattr(Breach, "__new__", breached)

    def add(self, code: str, params: dict[str, Any]) -> None:
        one = {"code": code, "params": msgspec.to_builtins(params)}
        self.met[json.dumps(one)] = one

    @property
    def codes(self) -> set[str]:
        return {one["code"] for one in self.met.values()}


def refuse_what_can_be(game: AnyGame) -> None:
    """The vectors of its rules page, matches whose players do what they may not, and options that cannot be."""
    for path in sorted((ROOT / "tests/games" / game.id).glob("*vectors.json")):
        assert game.run_vector is not None
        for vector in json.loads(path.read_text())["vectors"]:
            game.run_vector(vector)
    whim = Chance(b"mischief")
    for preset in game.presets:
        match = play(game, preset, game.seats.start, f"mischief/{preset}", limit=400)
        for moment in match.moments:
            if moment.actor == HOST:
                continue
            for action in (moment.action, *mischief(game, moment.action, whim)):
                for seat in range(game.seats.start):
                    verdict(game, unpack(game, moment.before), seat, action, match.chance(moment.number), moment.now)
        for option, junk in ((name, junk) for name in game.Options.__struct_encode_fields__ for junk in JUNK):
            with suppress(Refused):
                resolved_options(game, preset, {option: junk}, None)
    for preset, overrides in (("zzz", {}), (next(iter(game.presets)), {"zzz": 1})):
        with suppress(Refused):
            resolved_options(game, preset, overrides, None)


def mischief(game: AnyGame, action: Any, whim: Chance) -> Iterator[Any]:
    """The action with its parts replaced by junk."""
    told = msgspec.to_builtins(action)
    for key in told if isinstance(told, dict) else ():
        for value in (whim.choice(JUNK), [*told[key], "?"] if isinstance(told[key], list) else "?", None):
            with suppress(msgspec.ValidationError, ValueError):
                yield msgspec.convert({**told, key: value}, game.Action)


def with_every_entry(refusals: list[Refusal], tables: dict[str, list[Any]]) -> list[Refusal]:
    """The same refusals about every suit and every card."""
    made = list(refusals)
    for refusal in refusals:
        for name, value in refusal["params"].items():
            for table in tables.values():
                if value in table:
                    made += [{**refusal, "params": {**refusal["params"], name: entry}} for entry in table]
    return [json.loads(one) for one in dict.fromkeys(json.dumps(one) for one in made)]


class Events:
    """Events as a client reads them, made of their types: every word, every card, nothing, little and much."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema

    def all(self, wanted: set[str]) -> Iterator[dict[str, Any]]:
        for kind, name, *_ in self.schema["events"].values():
            if kind not in wanted:
                continue
            for fields in self.struct(name) if name else [{}]:
                yield {"type": kind, **fields}

    def struct(self, name: str) -> list[dict[str, Any]]:
        fields = {field: self.values(kind) for field, kind, *_ in self.schema["structs"][name]}
        longest = max(map(len, fields.values()), default=1)
        return [{field: some[i % len(some)] for field, some in fields.items()} for i in range(longest)]

    def values(self, kind: Any) -> list[Any]:
        if isinstance(kind, str):
            return {"int": [0, 1, 3], "bool": [True, False], "str": ["Ann"], "any": [{}]}[kind]
        form, of = kind
        if form == "struct":
            return self.struct(of)
        if form == "maybe":
            return [*self.values(of), None]
        if form == "list":
            some = self.values(of)
            return [some[:1], some[:4]]
        return list(self.schema["words" if form == "word" else "names"][of])


def platform_refusals() -> list[Refusal]:
    """Every code that the server's modules write out, with the parameters that they give it."""
    found: dict[str, set[str]] = {}
    for source in sorted((ROOT / "server").rglob("*.py")):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refused", "need", "refused"):
                words = [part.value for arg in node.args for part in ast.walk(arg) if isinstance(part, ast.Constant)]
                for code in (one for one in words if isinstance(one, str) and CODE.fullmatch(one)):
                    found.setdefault(code, set()).update(word.arg for word in node.keywords if word.arg)
    return [{"code": code, "params": dict.fromkeys(names, 3)} for code, names in found.items()]


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, str, str]]:
    listed: dict[str, Any] = {"platform": platform_refusals(), "games": {}, "files": {}}
    for game in GAMES.values():
        with pytest.MonkeyPatch.context() as monkeypatch:
            recorder = Recorder(monkeypatch)
            refuse_what_can_be(game)
        schema = json.loads(msgspec.json.encode(schema_of(game, RoomView, ROOM_EVENTS).body))
        refusals = with_every_entry(list(recorder.met.values()), schema["names"])
        refusals += [{"code": code, "params": {}} for code in unmet(game, recorder.codes)]
        events = list(Events(schema).all({event.kind for event in game.events}))
        listed["games"][game.id] = {"schema": schema, "refusals": refusals, "events": events}
        for language in texts.LANGUAGES:
            path = tmp_path_factory.mktemp(game.id) / f"{language}.json"
            path.write_bytes(msgspec.json.encode(texts.texts(game)[language]))  # as the server sends them
            listed["files"][f"/games/{game.id}/texts/{language}.json"] = str(path)
        listed["room"] = list(Events(schema).all({event.kind for event in ROOM_EVENTS} - SHOWN_ALONE))
    file = tmp_path_factory.mktemp("texts") / "listed.json"
    file.write_text(json.dumps(listed))
    told = subprocess.run(
        ["node", ROOT / "tests/client/render_texts.js", file], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    return [tuple(one) for one in json.loads(told.stdout)]


def unmet(game: AnyGame, met: set[str]) -> set[str]:
    """Codes with a text that nothing above has met: those that no module writes out cannot be refused."""
    source = "".join(path.read_text() for path in Path(str(files(texts.package_of(game)))).rglob("*.py"))
    owed = {key.removeprefix("code.") for key in texts.texts(game)["en-US"] if key.startswith("code.")}
    return {code for code in owed - met if f'"{code}"' in source}


def test_every_refusal_and_event_is_said_in_words(said):
    broken = [one for one in said if BROKEN.search(one[3])]
    assert not broken, "\n".join(map(str, broken[:40]))


def test_every_game_and_every_language_was_heard(said):
    assert {(game, language) for game, language, _, _ in said} == {
        (game, language) for game in ("", *GAMES) for language in texts.LANGUAGES
    }
    codes = {json.loads(what)["code"] for game, _, what, _ in said if game == "shandong" and '"code"' in what}
    assert {"MUST_FOLLOW_SUIT", "MUST_MATCH_THROW", "MUST_FOLLOW_RAIN", "RULE_INVALID"} <= codes


def test_follow_suit_names_the_suit(said):
    heard = {text for _, _, what, text in said if '"MUST_FOLLOW_SUIT"' in what}
    assert {"You have diamonds: follow suit", "手里有方块，必须跟方块"} <= heard

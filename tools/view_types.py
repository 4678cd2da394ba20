"""Writes TypeScript types of views and events for the client, from the same schemas that clients get.

They are only for the type check: nothing reads them at run time, and a plugged-in game needs none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from games.api import AnyGame
from games.views import View
from server.protocol.schema import build
from server.rooms.room_view import ROOM_EVENTS, RoomView

ROOT: Final = Path(__file__).parents[1]
WIDTH: Final = 120
MOST_LITERALS: Final = 16
"""If a text has more values than this, its type is `string`."""
PLAIN: Final = {"int": "number", "bool": "boolean", "str": "string", "any": "unknown"}

Json = Any


def view_types() -> dict[Path, str]:
    """The files and their content."""
    made = {ROOT / "static/js/room_view.d.ts": room_types()}
    for client in sorted(ROOT.glob("games/*/client")):
        made[client / "views.d.ts"] = game_types(import_module(f"games.{client.parent.name}").GAME)
    return made


def room_types() -> str:
    room: Any = SimpleNamespace(
        id="room", version=0, events=ROOM_EVENTS, Table=RoomView, Own=RoomView, Action=None, names={}
    )
    return written(build(room, RoomView).body, "RoomEvent", (RoomView, *ROOM_EVENTS))


def game_types(game: AnyGame) -> str:
    return written(build(game, game.Table).body, "GameEvent", (game.Table, game.Own, *game.events))


def written(schema: dict[str, Json], union: str, described: Iterable[type[View]]) -> str:
    """The schema in TypeScript. `union` is the type of any event; the modules of `described` explain the fields."""
    places = dict.fromkeys(f"{cls.__module__.replace('.', '/')}.py" for cls in described)
    parts = [f"// Made by `make view-types`; do not edit.\n// What the fields mean: {', '.join(places)}"]
    kinds = {struct: kind for kind, struct, *_ in schema["events"].values()}
    for name, labels in schema["words"].items():
        parts.append(_alias(name, [json.dumps(label) for label in labels if label is not None]))
    if schema["names"]:
        tables = [f"  {table}: {_of_values(entries)};" for table, entries in schema["names"].items()]
        parts.append(_block("Names", tables, "What an entry of each static table is."))
    for name, fields in schema["structs"].items():
        lines = [f"  type: {json.dumps(kinds[name])};"] if name in kinds else []
        parts.append(_block(name, [*lines, *(f"  {field}: {_type(kind)};" for field, kind, *_ in fields)]))
    parts.append(_alias(union, list(kinds)))
    return "\n\n".join(parts) + "\n"


def _type(kind: Json) -> str:
    if isinstance(kind, str):
        return PLAIN[kind]
    form, of = kind
    if form == "maybe":
        return f"{_type(of)} | null"
    if form == "list":
        inner = _type(of)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    return f'Names["{of}"]' if form == "named" else str(of)


def _of_values(values: list[Json]) -> str:
    """The type of a field that has these values."""
    return " | ".join(_alternatives(values))


def _alternatives(values: list[Json]) -> Iterator[str]:
    texts = list(dict.fromkeys(value for value in values if isinstance(value, str)))
    yield from map(json.dumps, texts) if len(texts) <= MOST_LITERALS else ["string"]
    maps = [value for value in values if isinstance(value, dict)]
    if maps:
        keys = dict.fromkeys(key for one in maps for key in one)
        fields = "".join(f"    {key}: {_of_values([one.get(key) for one in maps])};\n" for key in keys)
        yield f"{{\n{fields}  }}"
    if any(isinstance(value, bool) for value in values):
        yield "boolean"
    if any(isinstance(value, int) and not isinstance(value, bool) for value in values):
        yield "number"
    if None in values:
        yield "null"


def _block(name: str, lines: list[str], says: str = "") -> str:
    """A type and not an interface, so that functions which take records of any kind accept it."""
    comment = f"/** {says} */\n" if says else ""
    return f"{comment}export type {name} = {{\n" + "".join(f"{line}\n" for line in lines) + "};"


def _alias(name: str, alternatives: list[str]) -> str:
    line = f"export type {name} = {' | '.join(alternatives)};"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =" + "".join(f"\n  | {one}" for one in alternatives) + ";"


if __name__ == "__main__":
    for path, text in view_types().items():
        path.write_text(text, encoding="utf-8")

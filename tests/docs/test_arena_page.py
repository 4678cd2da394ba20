"""docs/arena.md names every path, verb, setting, penalty, status and limit that the arena has."""

from __future__ import annotations

import re
from unittest.mock import Mock

import msgspec
import pytest
from aiohttp import web

from server.uno.arena import penalties
from server.uno.arena.arena_settings import ArenaSettings
from server.uno.arena.errors import ArenaError
from server.uno.arena.rest import Rest
from server.uno.arena.verbs import VERBS
from server.uno.arena.windows import CREATION, EVERYTHING_ELSE, GAMEPLAY
from tests.architecture.tree import ROOT

PAGE = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
FIELDS = msgspec.structs.fields(ArenaSettings)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_the_page_has_every_setting_with_its_default(field):
    row = next(line for line in PAGE.splitlines() if re.match(rf"\|.*`ARENA_{field.name.upper()}`", line))
    shown = "none" if field.default is None else str(field.default)
    assert re.search(rf"(^|[\s,|]){re.escape(shown)}([\s,|]|$)", row.split("|")[2] + "|"), row


def test_the_page_has_every_path():
    app = web.Application()
    Rest(*[Mock()] * 5).add_to(app)  # nothing is asked of them
    made = {(route.method, route.resource.canonical) for route in app.router.routes() if route.resource is not None}
    paths = {(m, p.replace("{room}", "{roomId}")) for m, p in made if m in ("GET", "POST") and not p.endswith("/")}
    assert [(method, path) for method, path in paths if f"`{method} {path}`" not in PAGE] == []


def test_the_page_has_every_verb_penalty_and_status():
    titles = [value for name, value in vars(penalties).items() if name.isupper() and isinstance(value, str)]
    assert len(titles) == 5
    statuses = {kind.status for kind in ArenaError.__subclasses__()}
    words = [f"| `{verb}` |" for verb in VERBS] + [f"| `{title}` |" for title in titles]
    assert [word for word in [*words, *(f"| {status} |" for status in statuses)] if word not in PAGE] == []


def test_the_limits_are_those_that_are_counted():
    assert (GAMEPLAY.limit, GAMEPLAY.seconds) == (60, 60)
    assert (CREATION.limit, CREATION.seconds) == (5, 3600)
    assert (EVERYTHING_ELSE.limit, EVERYTHING_ELSE.seconds) == (100, 900)
    for said in ("60 a minute", "5 an hour", "100 in 15 minutes"):
        assert f"| {said} |" in PAGE

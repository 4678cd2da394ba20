"""Pages, files, and what programs and operators ask over plain HTTP."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from games.catalog import installed
from server.store.store import Store
from tests.server.transport.edge_driver import CREATE, GAMES, Serving, official, serving
from tests.support.stores import Server


@pytest.fixture
async def web() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(auto_decompress=False, headers={"Accept-Encoding": "identity"}) as session:
        yield session


@pytest.fixture
async def site(store: Store, tmp_path: Path) -> AsyncIterator[Serving]:
    """An edge with a small test client."""
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "index.html").write_text("<html><head><title>x</title></head><body></body></html>")
    (folder / "vendor").mkdir()
    (folder / "vendor" / "vendor.js").write_text("export {}")
    (folder / "js" / "main.js").write_text("1")
    (folder / "js" / "main-5QX2LMZ4.js").write_text("22")
    (folder / "js" / "main-5QX2LMZ4.js.br").write_bytes(b"br")
    (folder / "js" / "my-component.js").write_text("3")
    (folder / ".env").write_text("secret")
    (tmp_path / "outside.txt").write_text("secret")
    async with serving(store, static=folder) as one:
        yield one


async def test_games_are_listed_with_all_that_a_host_may_choose(at: Serving, web):
    async with web.get(f"{at.url}/api/v1/games") as answer:
        (game,) = (await answer.json())["games"]
    assert (game["id"], game["seats"]) == ("crazy-eights", [2, 6])
    assert "default" in game["presets"] or game["presets"]
    assert game["options"]["$defs"]
    async with web.get(f"{at.url}/api/v1/games/crazy-eights") as answer:
        whole = await answer.json()
    assert whole["schema"]["hash"] == game["hash"]
    async with web.get(f"{at.url}/api/v1/games/chess") as answer:
        assert answer.status == 404


async def test_a_form_and_a_lobby_learn_from_the_list_what_a_game_declares(store: Store, web):
    async with serving(store, games=installed()) as at, web.get(f"{at.url}/api/v1/games") as answer:
        games = {game["id"]: game for game in (await answer.json())["games"]}
    uno = games["uno"]
    assert (uno["seatsOption"], uno["levels"]) == ("maxPlayers", ["easy", "normal", "strong"])
    assert "teams" not in uno  # what a game has not is not said
    assert list(uno["optionGroups"]) == ["time", "people"]
    assert "turnSeconds" in uno["optionGroups"]["time"]


async def test_choices_are_listed_in_the_order_in_which_a_game_declares_them(store: Store, web):
    async with serving(store, games=installed()) as at, web.get(f"{at.url}/api/v1/games") as answer:
        games = {game["id"]: game["options"] for game in (await answer.json())["games"]}
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    shandong = games["shandong"]["$defs"]["Rules"]["properties"]
    assert shandong["startLevel"]["enum"] == shandong["endLevel"]["enum"] == ranks
    assert shandong["mustPlay"]["items"]["enum"] == ranks
    uno = games["uno"]["$defs"]["Options"]["properties"]
    assert uno["stackMode"]["enum"] == ["same", "up", "any"]


async def test_the_list_of_games_is_compressed_and_not_fetched_twice(at: Serving, web):
    async with web.get(f"{at.url}/api/v1/games") as answer:
        plain = await answer.read()
    async with web.get(f"{at.url}/api/v1/games", headers={"Accept-Encoding": "gzip, deflate, br"}) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(await answer.read()) == plain
        tag = answer.headers["ETag"]
    async with web.get(f"{at.url}/api/v1/games", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304


async def test_a_code_shows_what_may_be_seen_before_entering(at: Serving, web):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
    async with web.get(f"{at.url}/api/v1/rooms/{code.lower()}") as answer:
        shown = await answer.json()
    assert shown["host"] == "Ann"
    assert shown["seats"][0] == 1
    assert not any(len(str(value)) == 32 for value in shown.values()), "no player and no room id"


async def test_a_code_shows_who_sits_there_by_which_rules_and_who_is_awaited(at: Serving, web):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE, options={"turnSeconds": 60}, bots=1))["code"]
        async with web.get(f"{at.url}/api/v1/rooms/{code}") as answer:
            shown = await answer.json()
        assert [one and one["name"] for one in shown["people"]] == ["Ann", "Bot 1", *[None] * (shown["seats"][1] - 2)]
        assert [one["level"] != "" for one in shown["people"][:2]] == [False, True]
        assert shown["options"] == {"turnSeconds": 60}
        assert shown["awaited"] is None
        await ann.ask("enter", room=code)
        await ann.ask("start")
        async with web.get(f"{at.url}/api/v1/rooms/{code}") as answer:
            assert (await answer.json())["awaited"] in ("Ann", "Bot 1")


@pytest.mark.parametrize("guard", [{"password": "sesame"}, {"watchPassword": "sesame"}, {"locked": True}])
async def test_a_guarded_room_does_not_tell_who_sits_there(at: Serving, web, guard: dict[str, Any]):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        await ann.ask("settings", **guard)
        async with web.get(f"{at.url}/api/v1/rooms/{code}") as answer:
            shown = await answer.json()
    assert "people" not in shown
    assert "awaited" not in shown


async def test_guessing_codes_runs_dry_and_then_hits_look_like_misses(at: Serving, web):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
    statuses = []
    for n in range(24):
        async with web.get(f"{at.url}/api/v1/rooms/{n + 234567}") as answer:
            statuses.append(answer.status)
    assert statuses[:20] == [404] * 20
    assert statuses[-1] == 429
    async with web.get(f"{at.url}/api/v1/rooms/{code}") as answer:
        assert answer.status == 429, "who guesses on learns nothing any more"


async def test_the_page_has_a_strict_policy_and_is_not_fetched_twice(site: Serving, web):
    async with web.get(f"{site.url}/") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "require-trusted-types-for 'script'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert 'property="og:title"' in await answer.text()
        tag = answer.headers["ETag"]
    async with web.get(f"{site.url}/", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304
        assert await answer.read() == b""


async def test_a_link_shows_game_and_host_and_escapes_what_people_typed(site: Serving, web):
    async with official(site) as ann:
        code = (await ann.ask("create", game="crazy-eights", name='"><script>x'))["code"]
    async with web.get(f"{site.url}/r/{code}") as answer:
        page = await answer.text()
    assert f'property="og:image" content="{site.url}/static/icon-512.png"' in page
    assert "<script>x" not in page
    assert "&quot;&gt;&lt;script&gt;x" in page
    async with web.get(f"{site.url}/r/ZZZZZZ") as answer:
        assert answer.status == 200


@pytest.mark.parametrize("path", ["/m", "/m/gm3nqpfzvx2wyaxk4nzu6t3d2e", "/me"])
async def test_a_record_s_page_says_nothing_of_how_the_match_ended(site: Serving, web, path: str):
    async with web.get(f"{site.url}{path}") as answer:
        assert answer.status == 200
        page = await answer.text()
    async with web.get(f"{site.url}/") as answer:
        assert page == await answer.text()


async def test_files_are_kept_by_their_names(site: Serving, web):
    async with web.get(f"{site.url}/static/js/main.js") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.content_type == "text/javascript"
        tag = answer.headers["ETag"]
    async with web.get(f"{site.url}/static/js/main.js", headers={"If-None-Match": tag}) as answer:
        assert answer.status == 304
    async with web.get(f"{site.url}/static/js/main-5QX2LMZ4.js", headers={"Accept-Encoding": "br"}) as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "br"
        assert await answer.read() == b"br"
    async with web.get(f"{site.url}/static/js/my-component.js") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["/static/../outside.txt", "/static/%2e%2e/outside.txt", "/static/js/%2e%2e/%2e%2e/outside.txt", "/static/.env",
     "/static/js/", "/static/js", "/static//etc/passwd", "/static/%2fetc/passwd", "/static/js%5c..%5c..%5coutside.txt",
     "/static/a%00b", "/games/crazy-eights/rules.py", "/games/crazy-eights/client/../rules.py", "/games/chess/texts/x"],
)  # fmt: skip
async def test_nothing_else_is_served(site: Serving, web, path: str):
    from yarl import URL

    async with web.get(URL(f"{site.url}{path}", encoded=True)) as answer:
        assert answer.status in (400, 404)
        assert b"secret" not in await answer.read()


async def test_words_of_games_are_served_from_their_packages(at: Serving, web):
    async with web.get(f"{at.url}/games/crazy-eights/texts/en-US.json") as answer:
        assert answer.status == 200
        assert "game.name" in await answer.json()


async def test_health_follows_the_store(at: Serving, web, valkey: Server):
    for path in ("/healthz", "/readyz", "/livez"):
        async with web.get(f"{at.url}{path}") as answer:
            assert answer.status == 200, path
    valkey.kill()
    async with web.get(f"{at.url}/readyz") as answer:
        assert answer.status == 503
    async with web.get(f"{at.url}/livez") as answer:
        assert answer.status == 200


async def test_a_leaving_worker_is_not_ready_and_sends_people_elsewhere(at: Serving, web):
    async with official(at) as ann:
        await at.edge.leave()
        assert await ann.inbox.first("gone") == [{"code": "worker.leaving"}]
    async with web.get(f"{at.url}/readyz") as answer:
        assert answer.status == 503
    async with web.get(f"{at.url}/ws/?EIO=4&transport=websocket") as answer:
        assert answer.status == 503


async def test_metrics_count(at: Serving, web):
    async with official(at) as ann:
        await ann.ask("time")
        async with web.get(f"{at.url}/metrics") as answer:
            text = await answer.text()
    assert 'paiju_connections{door="native"} 1.0' in text
    assert "paiju_answer_seconds_count 1.0" in text


async def test_the_description_of_the_doors_names_every_message(at: Serving, web):
    async with web.get(f"{at.url}/api/v1/docs") as answer:
        doc = await answer.json()
    messages = doc["components"]["messages"]
    assert {"hello", "create", "act", "told.frame", "answer"} <= messages.keys()
    name = messages["create"]["payload"]["allOf"][0]["$ref"].rsplit("/", 1)[1]
    create = doc["components"]["schemas"][name]
    assert "watchPassword" in create["properties"]
    assert b"#/components/schemas/" in msgspec.json.encode(doc)


async def test_a_game_describes_every_action_with_what_its_button_says(at: Serving, web):
    async with web.get(f"{at.url}/api/v1/games/crazy-eights") as answer:
        actions = (await answer.json())["actions"]
    assert actions["discriminator"]["propertyName"] == "type"
    parts = {tag: actions["$defs"][_last(ref)] for tag, ref in actions["discriminator"]["mapping"].items()}
    assert parts.keys() == {"play", "draw", "pass"}
    assert parts["play"]["required"] == ["type", "card"]
    assert parts["draw"]["x-titles"] == {"zh-CN": "摸一张牌", "en-US": "Draw a card"}


async def test_the_description_of_the_doors_has_the_actions_of_every_game(store: Store, web):
    games = {**GAMES, **installed()}
    async with serving(store, games=games) as at, web.get(f"{at.url}/api/v1/docs") as answer:
        doc = await answer.json()
    schemas = doc["components"]["schemas"]
    for kind in ("Act", "Check"):
        offered = [_last(option["$ref"]) for option in schemas[kind]["properties"]["action"]["anyOf"]]
        assert offered == [f"{game}.actions" for game in games]
    assert _dangling(doc, doc) == []
    assert "card" in schemas["crazy-eights.Play"]["properties"], "games do not overwrite one another's parts"


async def test_every_reference_of_a_games_actions_leads_somewhere(store: Store, web):
    async with serving(store, games=installed()) as at:
        for game in installed():
            async with web.get(f"{at.url}/api/v1/games/{game}") as answer:
                actions = (await answer.json())["actions"]
            assert _references(actions)
            assert _dangling(actions, actions) == []


def _last(reference: str) -> str:
    return reference.rsplit("/", 1)[1]


def _references(schema: Any) -> list[str]:
    """Every `$ref` and every entry of a discriminator's mapping."""
    if isinstance(schema, list):
        return [ref for part in schema for ref in _references(part)]
    if not isinstance(schema, dict):
        return []
    here = [schema["$ref"]] if "$ref" in schema else []
    here += schema["discriminator"]["mapping"].values() if "discriminator" in schema else []
    return here + [ref for part in schema.values() for ref in _references(part)]


def _dangling(schema: Any, document: Any) -> list[str]:
    def leads_nowhere(ref: str) -> bool:
        place = document
        for step in ref.removeprefix("#/").split("/"):
            place = place.get(step) if isinstance(place, dict) else None
        return place is None

    return [ref for ref in _references(schema) if leads_nowhere(ref)]


async def test_an_unknown_address_is_a_page_for_people_and_a_404_for_programs(site: Serving, web):
    async with web.get(f"{site.url}/nonsense", headers={"Accept": "text/html"}) as answer:
        assert answer.status == 404
        assert "<title>x</title>" in await answer.text()
    for path in ("/nonsense", "/api/v1/nonsense", "/static/nonsense.js", "/games/uno/nonsense.js"):
        accepted = "*/*" if path == "/nonsense" else "text/html"
        async with web.get(f"{site.url}{path}", headers={"Accept": accepted}) as answer:
            assert answer.status == 404
            assert "<title>" not in await answer.text()

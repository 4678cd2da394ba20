"""What `docs/protocol.md` shows happens: its traces and its tables are played to a served table."""

import itertools
import json
import re
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import crazy_eights
import pytest
import socketio

from games.catalog import installed
from server.doors.gate.rate_limits import STRIKES
from server.doors.socketio.advice import ADVICE
from server.rooms.wake_times import AWAY_AFTER, LOBBY_TTL, OVER_TTL, PLAYING_TTL
from tests.architecture.tree import ROOT
from tests.support.served import serve

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
LEFT_OUT = "…"
LINE = re.compile(r"(?:(\w+) )?([<>]) (.*)")


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    with serve(tmp_path_factory.mktemp("served")) as one:
        yield one.url


def shown(text):
    """A message of the page; what it leaves out stands in it as the key or the value `…`."""
    return json.loads(re.sub('…(?!")', '"…"', re.sub(r"(?<!: )…(?=\})", '"…": 0', text)))


def agrees(wanted, told):
    """Is `told` what the page shows?"""
    if wanted == LEFT_OUT:
        return True
    if isinstance(wanted, dict) and isinstance(told, dict):
        named = wanted.keys() - {LEFT_OUT}
        complete = named <= told.keys() if LEFT_OUT in wanted else named == told.keys()
        return complete and all(agrees(wanted[key], told[key]) for key in named)
    if isinstance(wanted, list) and isinstance(told, list):
        if wanted[-1:] == [LEFT_OUT]:
            wanted, told = wanted[:-1], told[: len(wanted) - 1]
        return len(wanted) == len(told) and all(map(agrees, wanted, told))
    return wanted == told and type(wanted) is type(told)


def traces():
    """(who, whether they send it, the message), in the order of the page. Each trace has a connection of its own."""
    for number, block in enumerate(re.findall(r"^```trace\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)):
        for line in re.sub(r"\n +", " ", block).splitlines():
            parts = LINE.fullmatch(line)
            assert parts, line
            who, way, text = parts.groups()
            yield who or f"Ada {number}", way == ">", text


async def test_every_trace_of_the_page_happens(url):
    codes: dict[str, str] = {}  # of rooms: those of the page, and the real ones
    people = {}
    lines = list(traces())
    assert len(lines) > 30
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        for who, sends, text in lines:
            if who not in people:
                people[who] = await stack.enter_async_context(http.ws_connect(f"{url}/api/v1/ws"))
            message = shown(text)
            if sends:
                if "room" in message:
                    message["room"] = codes[message["room"]]
                await people[who].send_json(message)
                continue
            told = await people[who].receive_json(timeout=10)
            new = message.get("ok", {}).get("code")
            if new is not None:
                codes[new] = told["ok"]["code"]
            real = text
            for example, code in codes.items():
                real = real.replace(example, code)
            assert agrees(shown(real), told), f"\n{text}\nin truth:\n{json.dumps(told, ensure_ascii=False)}"


def test_what_is_left_out_is_all_that_a_trace_may_differ_in():
    assert agrees(shown('{"a": 1, "b": [1, …], …}'), {"a": 1, "b": [1, 2], "c": 3})
    assert agrees(shown('{"a": …, "b": […], "c": {…}}'), {"a": {}, "b": [], "c": {"d": 1}})
    for other in ({"a": 1}, {"a": 2, "b": 1}, {"a": True, "b": 1}, {"a": 1, "b": 1, "c": 1}):
        assert not agrees(shown('{"a": 1, "b": …}'), other)
    assert not agrees(shown("[1, 2]"), [1, 2, 3])
    assert not agrees(shown("[1, 2, …]"), [1])


def table(heading):
    """The rows of the page's table whose head begins with that cell."""
    body = PAGE[PAGE.index(f"\n| {heading} |") :].split("\n\n")[0].strip().splitlines()[2:]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in body]
    assert rows
    return rows


def quoted(cell):
    (text,) = re.findall(r"`(\{.*\})`", cell)
    return shown(text)


async def answer_to(door, message):
    """The answer to the message of that number, whatever else is told before it."""
    await door.send_json(message)
    while True:
        told = await door.receive_json(timeout=10)
        if told.get("re") == message["id"]:
            return told


async def test_a_first_message_other_than_hello_is_refused_as_the_page_says(url):
    async with aiohttp.ClientSession() as http:
        for sent, refused in table("first message on the JSON door"):
            async with http.ws_connect(f"{url}/api/v1/ws") as door:
                told = await answer_to(door, quoted(sent))
                assert agrees(quoted(refused), told["refused"]), told
                assert (await door.receive(timeout=10)).type is aiohttp.WSMsgType.CLOSE
                assert door.close_code == 1008


async def test_what_goes_wrong_after_hello_is_refused_as_the_page_says(url):
    numbers = itertools.count(1)
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{url}/api/v1/ws") as door:
        await door.send_json({"kind": "hello", "protocol": 1})
        await door.receive_json(timeout=10)

        async def ask(**message):
            return await answer_to(door, {"id": next(numbers), **message})

        for sent, refused in table("after `hello`"):
            told = await ask(**quoted(sent))
            assert agrees(quoted(refused), told["refused"]), f"{sent}: {told}"
        made = await ask(kind="create", game="crazy-eights", name="Ada", bots=1, practice="page", start=True)
        await ask(kind="enter", room=made["ok"]["code"])
        for sent, refused in table("after `enter`, in a match"):
            told = await ask(**quoted(sent))
            assert agrees(quoted(refused), told["refused"]), f"{sent}: {told}"


async def test_the_wrong_door_or_the_wrong_words_end_as_the_page_says(url):
    told = dict(table("what you did"))
    assert f"“{ADVICE}”" in told["Socket.IO with other settings: polling, the JSON parser, another path or namespace"]
    client = socketio.AsyncClient(reconnection=False)
    refusals: list[Any] = []
    client.on("connect_error", refusals.append)
    with pytest.raises(socketio.exceptions.ConnectionError):
        await client.connect(url, socketio_path="/ws")
    await client.shutdown()
    assert refusals == [{"message": ADVICE}]
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{url}/ws") as answer:
            assert (answer.status, await answer.json()) == (400, {"code": 0, "message": ADVICE})
        with pytest.raises(aiohttp.WSServerHandshakeError) as lost:
            await http.ws_connect(f"{url}/api/v1/socket")
        assert lost.value.status == 404
        for sent, code in (("hello", 1008), ("[]", 1008), (b"{}", 1008), ("x" * 17_000, 1009)):
            async with http.ws_connect(f"{url}/api/v1/ws") as door:
                await (door.send_bytes(sent) if isinstance(sent, bytes) else door.send_str(sent))
                await door.receive(timeout=10)
                assert door.close_code == code


async def test_native_frames_have_the_arguments_of_the_page(url):
    positions = {name.strip("`"): [cell.strip("`") for cell in cells if cell] for name, *cells in table("event")}
    client, heard = socketio.AsyncClient(serializer="msgpack", reconnection=False), []
    client.on("*", lambda name, *arguments: heard.append((name, arguments)))
    await client.connect(url, auth={"protocol": 1}, transports=["websocket"], socketio_path="/ws")

    async def ask(kind, **body):
        return (await client.call(kind, body, timeout=10))["ok"]

    code = (await ask("create", game="crazy-eights", name="Ada", bots=1, practice="page"))["code"]
    before = await ask("enter", room=code)
    await ask("say", text="hi")
    await ask("start")
    after = await ask("sync")
    await client.disconnect()
    public, both = [(name, arguments) for name, arguments in heard if name in positions][:2]

    assert public[0] == "f"
    frame = dict(zip(positions["f"], public[1], strict=True))
    pub, _, _ = before["cursor"]
    assert (frame["pub"], frame["table"], len(frame["events"])) == (pub + 1, None, 1)
    assert "said" in before["schema"]["events"][str(frame["events"][0][0])]

    assert both[0] == "b"
    names = positions["b"]
    assert names == [*positions["f"], *positions["o"][1:]]
    told = dict(zip(names[:5], both[1][:5], strict=True))
    own = dict(zip(names[5:], both[1][5:], strict=True))
    assert [told["pub"], own["priv"], told["tag"]] == after["cursor"]
    assert told["table"] == [-1, after["table"]]
    assert own == {"priv": 1, "events": [], "own": [-1, after["own"]]}


class Person:
    """Somebody at the JSON door."""

    def __init__(self, door):
        self.door = door
        self.numbers = itertools.count(1)
        self.events = []

    async def ask(self, kind, **fields):
        number = next(self.numbers)
        await self.door.send_json({"id": number, "kind": kind, **fields})
        while True:
            told = await self.door.receive_json(timeout=10)
            self.events += told.get("events", ())
            if kind == "hello" or told.get("re") == number:
                return told.get("ok", told)


async def test_a_match_ends_and_begins_again_as_the_page_says(url):
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/api/v1/ws") as a,
        http.ws_connect(f"{url}/api/v1/ws") as b,
    ):
        ann, ben = Person(a), Person(b)
        for one in (ann, ben):
            await one.ask("hello", protocol=1)
        code = (await ann.ask("create", game="uno", name="Ann", options={"leavePolicy": "drop"}))["code"]
        await ann.ask("enter", room=code)
        assert (await ben.ask("enter", room=code, name="Ben", sit=True))["seat"] == 1
        assert (await ben.ask("start"))["refused"] == {"code": "host.only"}
        await ann.ask("start")
        await ben.ask("stand")
        over = await ann.ask("sync")
        assert (over["room"]["phase"], over["table"]["reason"]) == ("over", "abandoned")
        assert "room_match_ended" in [event["type"] for event in ann.events if isinstance(event, dict)]
        await ann.ask("bot", seat=1, level=None)
        assert await ben.ask("sit") == {"seat": 1}
        await ann.ask("rematch")
        assert (await ann.ask("sync"))["room"]["phase"] == "over", "it waits for every person at the table"
        await ben.ask("rematch")
        assert (await ann.ask("sync"))["room"]["matches"] == 2


def test_the_page_has_the_times_and_numbers_that_hold():
    told = " ".join(PAGE.split())
    minutes, days, hours = LOBBY_TTL // 60_000, PLAYING_TTL // 86_400_000, OVER_TTL // 3600_000
    assert f"{minutes} min before its first match, for {days} days during one and for {hours} h after one" in told
    assert f"after {AWAY_AFTER // 1000} s its player is `away`" in told
    assert STRIKES == 10
    assert "After ten malformed or unknown messages in a row" in told


def test_what_games_accept_without_listing_it_is_on_the_page():
    rows = {name: (unlisted, refused) for name, _, unlisted, refused in table("game")}
    games = {"Crazy Eights": crazy_eights.GAME, "UNO": installed()["uno"], "Shandong Upgrade": installed()["shandong"]}
    assert rows.keys() == games.keys()
    for name, game in games.items():
        unlisted, refused = rows[name]
        assert bool(unlisted) == bool(game.unlisted), name
        assert set(re.findall(r"`([A-Z_]+)`", refused)) == set(game.timely), name
    assert set(re.findall(r"`([A-Z_]+)`", rows["UNO"][0])) == set(games["UNO"].unlisted)
    named = set(re.findall(r"`(\w+)`", rows["Shandong Upgrade"][0])) - {"check"}
    assert named - {"pass"} <= set(games["Shandong Upgrade"].unlisted)
    assert "pass" in named - set(games["Shandong Upgrade"].unlisted)

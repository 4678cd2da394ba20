"""`paiju match show|verify|export`: the record of a match, from a file or from a server."""

from __future__ import annotations

import json
import re
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from games.catalog import installed
from server.records.checking import Difference, ShownRecord, Unreadable, check_closed, check_open, read

MOST_BYTES: Final = 64 << 20
PATIENCE_S: Final = 15.0
"""How long to wait for a record that is still being made."""


def arguments(parser: ArgumentParser) -> None:
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    for name, about in (
        ("show", "say what match it was"),
        ("verify", "play an open record again and compare every frame; check what a closed one shows"),
        ("export", "save it as a file"),
    ):
        one = what.add_parser(name, help=about, description=about)
        one.add_argument("source", metavar="FILE-or-URL", help="a saved record, or its address on a server")
        one.add_argument("--token", default="", help="of somebody who played, for what they were told")
        if name == "export":
            one.add_argument("file", type=Path)


def run(chosen: Namespace) -> int:
    try:
        data = _fetched(chosen.source, chosen.token)
        record = read(data)
        if chosen.what == "export":
            chosen.file.write_bytes(data)
            return 0
        if chosen.what == "show":
            _show(record)
            return 0
        return _verify(record)
    except (OSError, Unreadable) as problem:
        print(f"cannot read {chosen.source}: {problem}", file=sys.stderr)
        return 2


def _verify(record: ShownRecord) -> int:
    try:
        check_closed(record)
        if record.shows != "all":
            kept = "the cards that it does not show, and whether they were dealt as promised"
            print(
                f"verified what it shows: its {record.steps} steps fit together{_sealed(record)}. Not checked: {kept}."
            )
            return 0
        game = installed().get(record.game)
        if game is None:
            raise Unreadable(f"the game {record.game} is not installed")
        check_open(record, game)
    except Difference as difference:
        print(difference)
        return 1
    steps = f"{record.steps} steps of {record.game}, played again, tell what the record tells"
    print(f"verified: {steps}{_sealed(record)}.")
    return 0


def _sealed(record: ShownRecord) -> str:
    deal = record.deal
    if deal is None:
        return "; its deal was not sealed"
    nonces, broken = sum(map(bool, deal.nonces)), f", after {deal.broken} that came to nothing" if deal.broken else ""
    return f"; its deal was sealed, with {nonces} of {sum(map(bool, deal.hashes))} nonces{broken}"


def _show(record: ShownRecord) -> None:
    began = datetime.fromtimestamp(record.began / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    seconds = (record.ended - record.began) // 1000
    print(f"{record.game} ({record.preset}), {began}, {seconds // 60}:{seconds % 60:02} min, {record.steps} steps")
    places = {seat: place for place, seat in enumerate((record.outcome or {}).get("ranking", []), 1)}
    winners = (record.outcome or {}).get("winners", [])
    for number, seat in enumerate(record.seats):
        sitter = f"bot, {seat.level}" if seat.level else "program" if seat.program else "person"
        place = f" · {places[number]}." if number in places else ""
        print(f"  {number}  {seat.name} ({sitter}){place}{' · won' if number in winners else ''}")
    if record.outcome is None:
        print("It was broken off.")
    seats = ", ".join(map(str, record.mine))
    shows = {"all": "It is open.", "mine": f"It shows what seat {seats} saw.", "public": "It is closed."}
    print(shows[record.shows])


def _fetched(source: str, token: str) -> bytes:
    """Raises OSError or Unreadable."""
    if not source.startswith(("http://", "https://")):
        return Path(source).read_bytes()
    address = re.sub(r"/m/(?=[a-z2-7]+(?:#\d+)?$)", "/api/v1/matches/", source).partition("#")[0]
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = urllib.request.Request(address, headers=headers)  # noqa: S310 - http and https only
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - http and https only
                return bytes(answer.read(MOST_BYTES))
        except urllib.error.HTTPError as error:
            code, wait = _refusal(error)
            if code != "record.pending" or time.monotonic() > end:
                raise Unreadable(code or f"the server answers {error.code}") from None
            time.sleep(wait)
        except urllib.error.URLError as error:
            raise Unreadable(str(error.reason)) from None


def _refusal(error: urllib.error.HTTPError) -> tuple[str, float]:
    try:
        refused = json.loads(error.read(10_000))["refused"]
        return str(refused["code"]), float(refused.get("retryAfter", 500)) / 1000
    except (ValueError, KeyError, TypeError):
        return "", 0

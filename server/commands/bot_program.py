"""`paiju bot --exec COMMAND`: a program takes a seat; it reads views and writes actions (docs/bots.md)."""

from __future__ import annotations

import asyncio
import sys
from typing import Final

from server.client.room_client import Json
from server.client.seat_client import SeatClient, taken_seat

from .arena_program import Program

MOST_REFUSED: Final = 3
"""Refusals in a row, after which we assume that the program will not learn."""


class PlaysWrong(Exception):
    """The program keeps sending actions that the table refuses."""


async def play_program(server: str, code: str, command: str, name: str, matches: int, password: str | None) -> int:
    """Play this many matches (0: until the connection ends); returns how many. Raises Fault and PlaysWrong."""
    program = Program(command)
    played = 0
    try:
        async with taken_seat(server, code, name, password) as seat:
            while True:
                await _play(seat, program)
                played += 1
                if played == matches:
                    return played
                await seat.ask("rematch")
    finally:
        program.close()


async def _play(seat: SeatClient, program: Program) -> None:
    """One match."""
    begun, refused = False, list[Json]()
    while True:
        while not (seat.moments or refused):
            await seat.news()
        told, seat.moments = seat.moments, []
        events = [event for moment, _ in told for event in moment]
        if begun and seat.room["phase"] != "playing":
            return
        if seat.room["phase"] != "playing" or seat.own is None:
            continue
        if not begun:
            program.say({"type": "match", "game": seat.room["game"], "seat": seat.seat})
            begun = True
        asked = {"type": "decide", "table": seat.table, "own": seat.own, "events": events}
        answer = await asyncio.to_thread(program.ask, asked | ({"refused": refused[-1]} if refused else {}))
        action = answer.get("action")
        if action is None or seat.moments:
            refused.clear()
            continue  # there is news: ask the program again
        said = await seat.act(action)
        if "refused" not in said:
            refused.clear()
            continue
        refused.append(said["refused"])
        print(f"refused: {said['refused']}", file=sys.stderr)
        if len(refused) >= MOST_REFUSED:
            raise PlaysWrong(f"the program was refused {MOST_REFUSED} times in a row: {action}")

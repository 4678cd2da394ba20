"""Plays one match in the terminal, from the deal to the last score."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable
from typing import Any

from .narration import Narrator
from .player_turn import PlayerTurn
from .screen import Overtaken, Screen
from .seat import Seat
from .typed_lines import EndOfInput

Json = Any
_REACTION = re.compile(r"^(u|[cj]\s*\d*)$", re.IGNORECASE)


async def play(screen: Screen, seat: Seat) -> None:
    """Play until the match is over; raises LeaveGame or EndOfInput."""
    await TableMatch(screen, seat).play()


class TableMatch:
    """One match: shows the table to the person, and passes on their actions."""

    def __init__(self, screen: Screen, seat: Seat) -> None:
        self._screen = screen
        self._style = screen.style
        self._seat = seat
        self._narrator = Narrator(screen.style, seat.names, seat.me)
        self._turn = PlayerTurn(screen, seat, self._narrator)
        self._hinted = 0

    async def play(self) -> None:
        number = self._seat.me + 1
        self._screen.show(f"您是 {number} 号玩家 / You are player {number}")
        while True:
            self._tell()
            table = self._seat.table
            if table["status"] == "ended":
                self._show_result(over=True)
                return
            if table["phase"] == "roundEnd":
                await self._between_rounds()
            elif table["currentPlayer"] == self._seat.me:
                await self._asked(self._turn.decide)
            else:
                await self._wait()

    async def _asked(self, ask: Callable[[], Awaitable[None]]) -> None:
        """Ask, for as long as the table waits for the answer."""
        question = self._seat.question()
        if question is None:
            await ask()
            return
        with self._screen.asking(question), contextlib.suppress(Overtaken):
            await ask()

    def _tell(self) -> None:
        for events, table in self._seat.happened():
            self._screen.show(*self._narrator.lines(events, table))

    async def _between_rounds(self) -> None:
        self._show_result(over=False)
        await self._asked(self._next_round)
        while self._seat.table["phase"] == "roundEnd":
            await self._seat.next()
            self._tell()

    async def _next_round(self) -> None:
        await self._screen.ask("按 Enter 进入下一局 / Enter for next round")
        if self._seat.table["phase"] == "roundEnd":
            await self._turn.act("READY_NEXT")

    async def _wait(self) -> None:
        """Wait on somebody else's turn, when the person may only call, catch or jump in."""
        self._hint()
        await self._screen.lines.settled()
        if await self._reacted():
            return
        coming = asyncio.ensure_future(self._seat.next())
        try:
            while not coming.done():
                typed = asyncio.ensure_future(self._screen.lines.more())
                await asyncio.wait({coming, typed}, return_when=asyncio.FIRST_COMPLETED)
                typed.cancel()
                if not coming.done() and await self._reacted():
                    return
            coming.result()
        finally:
            coming.cancel()
            with contextlib.suppress(asyncio.CancelledError, EndOfInput):
                await coming

    async def _reacted(self) -> bool:
        line = self._screen.lines.take_if(lambda line: bool(_REACTION.match(line)))
        if line is None:
            return False
        await self._turn.react(re.sub(r"^([cj])\s*(\d)", r"\1 \2", line))
        return True

    def _hint(self) -> None:
        """Show, once per turn, the commands that are possible out of turn."""
        turn = self._seat.table["turnNumber"]
        if self._hinted == turn:
            return
        hand = [face["id"] for face in self._seat.own["hand"]]
        hints = []
        for action in self._seat.own["legalActions"]:
            if action["action"] == "CALL_UNO" and len(hand) == 1:
                hints.append("u = UNO!")
            elif action["action"] == "CHALLENGE_UNO":
                number = action["targetPlayerId"] + 1
                hints.append(self._style.say(f"c {number} = 抓 {number} 号", f"c {number} = catch player {number}"))
            elif action["action"] == "PLAY_CARD":
                hints.append(f"j {hand.index(action['cardId']) + 1} = " + self._style.say("抢牌", "jump in"))
        if hints:
            self._hinted = turn
            self._screen.show(f"({'  '.join(hints)})")

    def _show_result(self, *, over: bool) -> None:
        style, table = self._style, self._seat.table
        result = table["roundResult"]
        winner = result["winner"] if result else None
        name = style.say("无人", "nobody") if winner is None else self._narrator.who(winner)
        self._screen.show(style.say(f"=== 本局结束，胜者：{name} ===", f"=== Round over, winner: {name} ==="))
        scored = any(p["score"] for p in table["players"])
        for player in table["players"]:
            seat = player["seat"]
            hand = result["hands"][seat] if result else []
            points = result["roundPoints"][seat] if result else None
            cards = " ".join(style.card(face) for face in hand) or "-"
            line = f"{self._narrator.who(seat)}: {cards}"
            if points is not None:
                shown = -points if self._negative() else points
                line += style.say(f" ({shown} 分)", f" ({shown} points)")
            if scored:
                line += style.say(f" 总分 {player['score']}", f" total {player['score']}")
            self._screen.show(line)
        if over:
            names = style.say("、", ", ").join(self._narrator.who(seat) for seat in table["winners"])
            self._screen.show(style.say(f"*** 比赛结束，胜者：{names} ***", f"*** Match over, winner: {names} ***"))

    def _negative(self) -> bool:
        """Is this `negative` scoring? Then everybody scores the cards in their hand (uno.md 14.2)."""
        return any(player["score"] < 0 for player in self._seat.table["players"])

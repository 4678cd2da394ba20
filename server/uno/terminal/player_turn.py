"""Asks the person for a decision: on their turn, after a +4, for a colour or a swap (uno.md 22)."""

from __future__ import annotations

import re
from typing import Any, Final

from .narration import Narrator, marked, picture
from .screen import INVALID, LeaveGame, Screen
from .seat import Seat
from .style import COLORS, PICTURE_WIDTH

Json = Any
_PLAY: Final = re.compile(r"p\s*(\d*)\s*(u?)", re.ASCII)


class PlayerTurn:
    """Asks one person, and passes their answers to the table."""

    def __init__(self, screen: Screen, seat: Seat, narrator: Narrator) -> None:
        self._screen = screen
        self._style = screen.style
        self._seat = seat
        self._narrator = narrator

    async def decide(self) -> None:
        """Ask for one decision; returns after each attempt, so that its result can be shown."""
        self._show_table()
        phase = self._seat.table["phase"]
        if phase == "pendingDraw":
            await self._answer_pending()
        elif phase == "chooseColor":
            color = await self._color()
            if color is not None:
                await self.act("CHOOSE_COLOR", color=color)
        else:
            await self._menu(phase)

    async def react(self, line: str) -> None:
        """Handle `u`, `c N` or `j N`, typed on somebody else's turn."""
        word, _, rest = line.lower().partition(" ")
        number = int(rest) if rest.isascii() and rest.isdigit() else 0
        if word == "u" and not rest:
            await self.act("CALL_UNO")
        elif word == "c" and 1 <= number <= len(self._seat.table["players"]):
            await self.act("CHALLENGE_UNO", targetPlayerId=number - 1)
        elif word == "j" and 1 <= number <= len(self._seat.own["hand"]):
            await self._play(self._seat.own["hand"][number - 1])
        else:
            self._screen.show(INVALID)

    async def act(self, action: str, **payload: Json) -> bool:
        """Act; True if the action was accepted, otherwise the refusal has been shown."""
        answer = await self._seat.act(action, {**payload, "turn": self._seat.table["turnNumber"]})
        refused = answer.get("refused")
        if refused is None:
            return True
        self._screen.show(self.error(refused))
        return False

    def error(self, refused: Json) -> str:
        code, style = refused["code"], self._style
        not_now = code == "INVALID_UNO_CALL" and self._explicit
        text = style.word("ui.unoNotNow") if not_now else style.refusal(refused)
        if code == "INVALID_CARD":
            top = self._narrator.top(self._seat.table)
            text += style.say(f"：参照牌 {top}", f" The top card is {top}.")
        if refused.get("penalty"):
            text += style.say("，", " ") + style.word("ui.penalty", n=refused["penalty"])
        return text

    # --- output ---

    def _show_table(self) -> None:
        style, seat = self._style, self._seat
        left = self._left()
        if (style.ascii or style.width < 80) and style.width >= PICTURE_WIDTH:
            self._screen.show(*picture(style, seat.table, seat.own, seat.me), *([left] if left else []))
            self._show_drawn()
            return
        others = [
            f"{p['seat'] + 1}: {p['cardCount']}" for p in seat.table["players"] if p["seat"] != seat.me and p["active"]
        ]
        counts = style.say("对手手牌", "others' cards")
        line = f"{self._narrator.standing(seat.table)} | {counts} {'  '.join(others)}"
        self._screen.show(f"{line} | {left}" if left else line)
        self._show_hand()

    def _left(self) -> str:
        question = self._seat.question()
        seconds = None if question is None else question.seconds_left()
        return "" if seconds is None else self._style.seconds_left(seconds)

    def _show_hand(self) -> None:
        self._screen.show(*self._style.rows(marked(self._style.card, self._seat.own)))
        self._show_drawn()

    def _show_drawn(self) -> None:
        drawn = self._seat.own["drawnCard"]
        if drawn is not None:
            shown = self._style.card(drawn)
            self._screen.show(self._style.say(f"只能出刚摸到的 {shown}", f"Only the drawn {shown} may be played"))

    def _hint(self) -> None:
        """Show the commands besides the menu."""
        style, drawn = self._style, self._seat.own["drawnCard"]
        if not self._legal("PLAY_CARD"):
            return
        if drawn is not None:
            shown = style.card(drawn)
            self._screen.show(style.say(f"(p = 出 {shown})", f"(p = play {shown})"))
        else:
            self._screen.show(style.say("(p N = 出第 N 张)", "(p N = play card N)"))

    @property
    def _explicit(self) -> bool:
        return bool(self._seat.table["house"]["unoEnforcement"] == "endTurn")

    def _legal(self, action: str) -> bool:
        return any(a["action"] == action for a in self._seat.own["legalActions"])

    # --- menus ---

    async def _menu(self, phase: str) -> None:
        acted = phase in ("drawn", "turnEnd")
        if self._explicit and acted:
            self._screen.show("0. 结束回合 / End turn")
        elif acted and self._legal("SKIP_TURN"):
            self._screen.show("0. 保留并结束 / Keep and pass")
        if not acted:
            self._screen.show("1. 摸一张牌 / Draw a card")
        self._screen.show("2. 查看牌库 / Look at hand")
        self._hint()
        line = (await self._screen.ask()).lower()
        if line == "0":
            if acted:
                await self.act("SKIP_TURN")
            else:
                self._screen.show("需要先进行有效操作 / Act first")
        elif line == "1":
            await self.act("DRAW_CARD")
        elif line == "2":
            await self._hand()
        elif line == "q":
            raise LeaveGame
        elif line[:1] in ("u", "c", "j"):
            await self.react(line)
        elif by_number := _PLAY.fullmatch(line):
            await self._play_by_number(by_number[1], call=bool(by_number[2]))
        else:
            self._screen.show(INVALID)

    async def _play_by_number(self, number: str, *, call: bool) -> None:
        """`p N` plays card N of the hand, `p` alone the card just drawn; `u` after it calls UNO with the play."""
        own = self._seat.own
        if number and 1 <= int(number) <= len(own["hand"]):
            await self._play(own["hand"][int(number) - 1], call=call)
        elif not number and own["drawnCard"] is not None:
            await self._play(own["drawnCard"], call=call)
        else:
            self._screen.show(INVALID)

    async def _hand(self) -> None:
        say = self._style.say
        while True:
            self._show_hand()
            items = {"0": say("返回", "Back"), "1": say("出牌", "Play a card"), "2": say("喊 UNO", "Call UNO")}
            chosen = await self._screen.choose(items, leave=True)
            if chosen == "0":
                return
            if chosen == "2":
                if await self.act("CALL_UNO"):
                    return
                continue
            hand = self._seat.own["hand"]
            number = await self._card_number()
            if number is not None and await self._play(hand[number - 1]):
                return
            if self._seat.table["currentPlayer"] != self._seat.me:
                return  # the third illegal action has ended the turn

    async def _card_number(self) -> int | None:
        return await self._screen.number(self._style.say("牌号: ", "Card number: "), len(self._seat.own["hand"]))

    async def _play(self, face: Json, *, call: bool = False) -> bool:
        payload: dict[str, Json] = {"cardId": face["id"], "uno": call}
        legal = next((a for a in self._seat.own["legalActions"] if a["cardId"] == face["id"]), None)
        if face["color"] is None and (legal is None or legal["needsColor"]):
            color = await self._color()
            if color is None:
                return False
            payload["chosenColor"] = color
        if legal is not None and legal["needsTarget"]:
            targets = legal["targets"]
            shown = " ".join(str(seat + 1) for seat in targets)
            prompt = self._style.say(f"和谁换牌 ({shown}): ", f"Swap with ({shown}): ")
            number = await self._screen.number(prompt, len(self._seat.table["players"]))
            while number is not None and number - 1 not in targets:
                self._screen.show(INVALID)
                number = await self._screen.number(prompt, len(self._seat.table["players"]))
            if number is None:
                return False
            payload["swapTargetId"] = number - 1
        return await self.act("PLAY_CARD", **payload)

    async def _color(self) -> str | None:
        style = self._style
        shown = "  ".join(f"{i} {style.paint(style.color_name(color), color)}" for i, color in enumerate(COLORS, 1))
        number = await self._screen.number(style.say("颜色", "Colour") + f" ({shown}): ", len(COLORS))
        return None if number is None else COLORS[number - 1]

    async def _answer_pending(self) -> None:
        """The person faces a +2 or +4: challenge it, accept it, or put another one on top."""
        pending = self._seat.table["pending"]
        items = {"1": "质疑 / Challenge"} if pending["canChallenge"] else {}
        items["0"] = f"接受 / Accept (+{pending['amount']})"
        stackable = [a for a in self._seat.own["legalActions"] if a["action"] == "PLAY_CARD"]
        if stackable:
            items["2"] = "叠加 / Stack"
        chosen = await self._screen.choose(items, leave=True)
        if chosen == "1":
            await self.act("CHALLENGE_WD4")
        elif chosen == "0":
            await self.act("DRAW_CARD")
        else:
            self._show_hand()
            hand = self._seat.own["hand"]
            number = await self._card_number()
            if number is not None:
                await self._play(hand[number - 1])

"""What somebody may do when he is asked: his turn, a +4 on him, a colour, a swap (uno.md 22)."""

from __future__ import annotations

from typing import Any

from .narration import Narrator, picture
from .screen import INVALID, LeaveGame, Screen
from .seat import Seat
from .style import COLORS, PICTURE_WIDTH

Json = Any


class PlayerTurn:
    """Asks one person, and brings his answers to the table."""

    def __init__(self, screen: Screen, seat: Seat, narrator: Narrator) -> None:
        self._screen = screen
        self._style = screen.style
        self._seat = seat
        self._narrator = narrator

    async def decide(self) -> None:
        """One decision; returns after something was tried, so that what it led to can be shown."""
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
        """`u`, `c N` or `j N` while it is somebody else's turn."""
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
        """True when it was accepted; else the error has been shown."""
        answer = await self._seat.act(action, {**payload, "turn": self._seat.table["turnNumber"]})
        refused = answer.get("refused")
        if refused is None:
            return True
        self._screen.show(self.error(refused))
        return False

    def error(self, refused: Json) -> str:
        code = refused["code"]
        key = f"code.{code}"
        if code == "INVALID_UNO_CALL" and self._explicit:
            key = "ui.unoNotNow"
        text = self._style.word(key, **refused)
        if refused.get("penalty"):
            text += self._style.say("，", " ") + self._style.word("ui.penalty", n=refused["penalty"])
        return text

    # --- what is shown ---

    def _show_table(self) -> None:
        style, seat = self._style, self._seat
        if (style.ascii or style.width < 80) and style.width >= PICTURE_WIDTH:
            self._screen.show(*picture(style, seat.table, seat.own, seat.names, seat.me))
            return
        others = [
            f"{p['seat'] + 1}: {p['cardCount']}" for p in seat.table["players"] if p["seat"] != seat.me and p["active"]
        ]
        counts = style.say("对手手牌", "others' cards")
        self._screen.show(f"{self._narrator.standing(seat.table)} | {counts} {'  '.join(others)}")

    def _show_hand(self) -> None:
        style, own = self._style, self._seat.own
        marks = {a["cardId"]: "!" if a["bluff"] else "*" for a in own["legalActions"] if a["action"] == "PLAY_CARD"}
        cards = (f"{i}) {style.card(face)}{marks.get(face['id'], '')}" for i, face in enumerate(own["hand"], 1))
        self._screen.show(*style.rows(cards))
        if own["drawnCard"] is not None:
            drawn = style.card(own["drawnCard"])
            self._screen.show(style.say(f"只能出刚摸到的 {drawn}", f"Only the drawn {drawn} may be played"))

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
        else:
            self._screen.show(INVALID)

    async def _hand(self) -> None:
        while True:
            self._show_hand()
            items = {"0": "返回 / Back", "1": "出牌 / Play a card", "2": "喊 UNO / Call UNO"}
            chosen = await self._screen.choose(items, leave=True)
            if chosen == "0":
                return
            if chosen == "2":
                if await self.act("CALL_UNO"):
                    return
                continue
            hand = self._seat.own["hand"]
            number = await self._screen.number("牌号 / Card number: ", len(hand))
            if number is not None and await self._play(hand[number - 1]):
                return
            if self._seat.table["currentPlayer"] != self._seat.me:
                return  # the third illegal act has ended the turn

    async def _play(self, face: Json) -> bool:
        payload: dict[str, Json] = {"cardId": face["id"]}
        legal = next((a for a in self._seat.own["legalActions"] if a["cardId"] == face["id"]), None)
        if face["color"] is None and (legal is None or legal["needsColor"]):
            color = await self._color()
            if color is None:
                return False
            payload["chosenColor"] = color
        if legal is not None and legal["needsTarget"]:
            targets = legal["targets"]
            shown = " ".join(str(seat + 1) for seat in targets)
            prompt = f"和谁换牌 / Swap with ({shown}): "
            number = await self._screen.number(prompt, len(self._seat.table["players"]))
            while number is not None and number - 1 not in targets:
                self._screen.show(INVALID)
                number = await self._screen.number(prompt, len(self._seat.table["players"]))
            if number is None:
                return False
            payload["swapTargetId"] = number - 1
        return await self.act("PLAY_CARD", **payload)

    async def _color(self) -> str | None:
        names = {"red": "红 red", "blue": "蓝 blue", "green": "绿 green", "yellow": "黄 yellow"}
        shown = "  ".join(f"{i} {self._style.paint(names[color], color)}" for i, color in enumerate(COLORS, 1))
        number = await self._screen.number(f"颜色 / Colour ({shown}): ", len(COLORS))
        return None if number is None else COLORS[number - 1]

    async def _answer_pending(self) -> None:
        """A +2 or +4 lies before him: challenge, accept, or put another one on top."""
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
            number = await self._screen.number("牌号 / Card number: ", len(hand))
            if number is not None:
                await self._play(hand[number - 1])

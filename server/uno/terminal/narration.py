"""Tells what happened in a match: one line per action (uno.md 22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .style import Style

Json = Any


class Narrator:
    """Turns events into lines for one seat."""

    def __init__(self, style: Style, names: list[str], me: int) -> None:
        self._style = style
        self._names = names
        self._me = me

    def who(self, seat: int) -> str:
        style = self._style
        if seat == self._me:
            return style.say("您", "You")
        name = self._names[seat]
        number = style.say(f"{seat + 1} 号玩家", f"Player {seat + 1}")
        return number if name == str(seat + 1) else f"{number} {name}"

    def lines(self, events: list[Json], table: Json) -> list[str]:
        """One line with all events and the state of the table; announcements get lines of their own."""
        style = self._style
        clauses: list[str] = []
        alone: list[str] = []
        for event in events:
            kind = event["type"]
            if kind == "round_started":
                alone.append(self._round(event))
            elif kind == "cards_drawn" and event["reason"] == "uno_end_turn":
                alone.append(self._wrong_call(event))
            elif kind == "hand_revealed":
                shown = " ".join(style.card(face) for face in event["cards"])
                alone.append(style.say("对方手牌：", "The hand: ") + f"{self.who(event['playerId'])} {shown}")
            elif kind == "wd4_challenged":
                verdict = style.word("ui.guilty" if event["guilty"] else "ui.innocent")
                challenger, accused = self.who(event["challengerId"]), self.who(event["playerId"])
                clauses.append(
                    style.say(f"{challenger} 质疑 {accused}：", f"{challenger} challenged {accused}: ") + verdict
                )
            elif clause := self._clause(event):
                clauses.append(clause)
        lines = [" | ".join([*clauses, self.standing(table)])] if clauses else []
        return [*alone, *lines] if "round_started" in {e["type"] for e in events} else [*lines, *alone]

    def standing(self, table: Json) -> str:
        """The state of the table: top card with the current colour, direction, draw pile."""
        style = self._style
        arrow = style.arrow(table["direction"])
        pile = style.say("牌库", "pile")
        return style.say("参照牌", "top") + f" {self.top(table)} {arrow} {pile} {table['deckCount']}"

    def top(self, table: Json) -> str:
        face = table["topCard"]
        return self._style.card(face, table["currentColor"] if face["color"] is None else None)

    def _clause(self, event: Json) -> str:
        style, say, kind = self._style, self._style.say, event["type"]
        who = self.who(event["playerId"]) if isinstance(event.get("playerId"), int) else ""
        if kind == "card_played":
            wild = event["card"]["color"] is None
            card = style.card(event["card"], event.get("currentColor") if wild else None)
            left = event["cardCount"]
            return say(f"{who} 出 {card}，剩 {left} 张", f"{who} played {card}, {left} left")
        if kind == "cards_drawn":
            return self._drawn(event, who)
        if kind == "turn_skipped":
            return say(f"{who} 被跳过", f"{who}: turn skipped")
        if kind == "direction_changed":
            return say("方向反转 ", "direction ") + style.arrow(event["direction"])
        if kind == "uno_called":
            return say(f"{who} 喊 UNO！", f"{who} called UNO!")
        if kind == "uno_caught":
            return say(f"{self.who(event['byId'])} 抓到 {who} 漏喊", f"{self.who(event['byId'])} caught {who}")
        if kind == "uno_catch_failed":
            by, target = self.who(event["byId"]), self.who(event["targetId"])
            return say(f"{by} 错抓 {target}", f"{by} wrongly accused {target}")
        if kind == "hands_swapped":
            return say(
                f"{who} 与 {self.who(event['targetId'])} 换牌",
                f"{who} swapped hands with {self.who(event['targetId'])}",
            )
        if kind == "color_chosen":
            color = style.color_name(event.get("color"))
            return say(f"{who} 选 {color}", f"{who} chose {color}")
        if kind == "turn_timeout":
            return say(f"{who} 超时", f"{who} ran out of time")
        plain = {
            "jumped_in": (f"{who} 抢牌", f"{who} jumped in"),
            "hands_rotated": ("所有手牌传给下家", "all hands moved on"),
            "pile_reshuffled": ("弃牌洗成新牌库", "the discards were reshuffled"),
            "pile_exhausted": ("没有牌可摸", "nothing is left to draw"),
            "player_left": (f"{who} 离开", f"{who} left"),
            "bot_takeover": (f"{who} 由电脑托管", f"a bot plays for {who}"),
            "seat_reclaimed": (f"{who} 回来了", f"{who} is back"),
        }
        return say(*plain[kind]) if kind in plain else ""

    def _drawn(self, event: Json, who: str) -> str:
        style, say = self._style, self._style.say
        cards = event.get("cards")
        text = say(f"{who} 摸 {event['count']} 张", f"{who} drew {event['count']}")
        if cards:
            text += " " + " ".join(style.card(face) for face in cards)
        else:
            text += say(f"，共 {event['cardCount']} 张", f", {event['cardCount']} in hand")
        if event["reason"] not in ("turn", "timeout"):
            text += f" ({style.word('word.DrawReason.' + event['reason'])})"
        return text

    def _round(self, event: Json) -> str:
        style = self._style
        top, dealer = style.card(event["topCard"]), self.who(event["dealerId"])
        number = event["roundNumber"]
        return style.say(
            f"--- 第 {number} 局，{dealer} 发牌，参照牌 {top} ---",
            f"--- Round {number}, dealer: {dealer}, top card {top} ---",
        )

    def _wrong_call(self, event: Json) -> str:
        n = event["requested"]
        text = self._style.say(f"错喊或未喊 UNO，罚摸 {n} 张", f"Wrong or missing UNO call: {n} penalty cards")
        return f"{self.who(event['playerId'])}: {text}"


def marked(shown: Callable[[Json], str], own: Json, gap: str = " ") -> Iterator[str]:
    """The numbered hand: `*` is playable, `!` is playable as a bluff."""
    marks = {a["cardId"]: "!" if a["bluff"] else "*" for a in own["legalActions"] if a["action"] == "PLAY_CARD"}
    return (f"{i}){gap}{shown(face)}{marks.get(face['id'], '')}" for i, face in enumerate(own["hand"], 1))


def picture(style: Style, table: Json, own: Json, me: int) -> list[str]:
    """The table in plain characters, for at least 60 columns."""
    others = [p for p in table["players"] if p["seat"] != me and p["active"]]
    boxes = [f"[P{p['seat'] + 1}: {p['cardCount']}]" for p in others]
    third = (len(boxes) + 2) // 3
    left, middle, right = boxes[:third], boxes[third : 2 * third], boxes[2 * third :]
    top = style.short(table["topCard"])
    color = table["currentColor"] or "?"
    pad = " " * max(8, len(" ".join(left)) + 1)
    arrow = "->" if table["direction"] == 1 else "<-"
    return [
        f"{pad}{' '.join(middle)}",
        f"{' '.join(left):<{len(pad)}}+-----+ +-------+  {' '.join(right)}      dir {arrow}",
        f"{pad}|UNO  | |{top:^7}|   colour: {style.paint(color, table['currentColor'])}",
        f"{pad}|{table['deckCount']:^5}| |       |",
        f"{pad}+-----+ +-------+",
        *style.rows(marked(style.short, own, ""), "You:"),
    ]

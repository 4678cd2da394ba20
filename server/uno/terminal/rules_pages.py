"""The rules of a preset in pages of at most twenty lines (uno.md 22)."""

from __future__ import annotations

import textwrap
from typing import Any, Final

import msgspec

from .style import Style

Json = Any
PAGE: Final = 20

_ZH: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "牌 / Cards",
        (
            "108 张：红蓝绿黄四色，每色一张 0、1 到 9 各两张、跳过、反转、+2 各两张；变色、+4 各四张。",
            "计分：数字牌按面值，跳过、反转、+2 各 20 分，变色和 +4 各 50 分。",
        ),
    ),
    (
        "出牌 / Play",
        (
            "按颜色、数字或符号跟参照牌；变色和 +4 随时可出，出牌人选颜色。",
            "可以不出而摸一张牌；摸到能出的牌可以马上打出，本回合只能出这一张。",
            "跳过：下家停一轮。反转：方向相反，两人时等于跳过。+2：下家摸两张并停一轮。",
            "先出完手牌的人赢得这一局。",
        ),
    ),
    (
        "UNO",
        (
            "{uno}",
            "看手牌时选 2 喊 UNO；别人的回合可以输入 u 补喊，c N 抓 N 号玩家。",
        ),
    ),
    ("+4 质疑 / +4 challenge", ("{wd4}",)),
    ("计分 / Scoring", ("{scoring}",)),
)
_EN: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "Cards / 牌",
        (
            "108 cards: in each colour one 0, two of 1 to 9, two skips, two reverses, two +2; four wilds and four +4.",
            "Points: numbers count their face, skip, reverse and +2 count 20, wild and +4 count 50.",
        ),
    ),
    (
        "Play / 出牌",
        (
            "Match the top card by colour, number or symbol. Wild and +4 go on anything; you name the colour.",
            "You may draw instead. A drawn card that fits may be played at once; no other card may in that turn.",
            "Skip: the next player misses a turn. Reverse: the other way round, with two players as a skip.",
            "+2: the next player draws two and misses a turn. Who plays his last card first wins the round.",
        ),
    ),
    (
        "UNO",
        (
            "{uno}",
            "Choose 2 while looking at your hand to call UNO; in others' turns u calls, and c N catches player N.",
        ),
    ),
    ("+4 challenge / +4 质疑", ("{wd4}",)),
    ("Scoring / 计分", ("{scoring}",)),
)
_UNO: Final = {
    "endTurn": (
        "结束回合时检查：剩一张而没喊，或剩的不是一张却喊了，都罚摸 {n} 张。",
        "Checked at the end of your turn: one card and no call, or a call with another number, costs {n} cards.",
    ),
    "off": ("不检查。", "Nothing is checked."),
    "auto": ("剩一张而没喊，自动罚摸 {n} 张。", "One card without a call costs {n} cards by itself."),
    "catch": (
        "打到只剩一张时要喊 UNO；在下一个动作之前被人抓到，罚摸 {n} 张。",
        "Call UNO when you play down to one card; caught before the next action, you draw {n} cards.",
    ),
}
_WD4: Final = {
    "free": ("+4 随时可出，不能质疑。", "A +4 can always be played and is never challenged."),
    "strict": ("手里有当前颜色时不能出 +4。", "A +4 cannot be played while you hold the current colour."),
    "bluff": (
        "手里有当前颜色时出的 +4 是危险牌：被质疑后自己摸四张；质疑错了，质疑者摸六张。",
        "A +4 played while holding the current colour is a bluff: challenged, you draw four; else the challenger six.",
    ),
}
_SCORING: Final = {
    "none": ("一局定胜负。", "One round decides."),
    "winner": ("胜者得到其他人手牌的分数。", "The winner gets the points of all other hands."),
    "negative": ("每人记下自己手牌分数的负数。", "Everybody books the points of his own hand as a loss."),
}


def pages(style: Style, preset: str, options: Any) -> list[list[str]]:
    """The chapters, and the options in force, cut into pages."""
    which = 0 if style.language == "zh" else 1
    enforcement = "catch" if options.uno_enforcement == "windowAuto" else options.uno_enforcement
    facts = {
        "uno": _UNO[enforcement][which].format(n=options.draw_penalty),
        "wd4": _WD4[options.wd4_legality][which],
        "scoring": _SCORING[options.scoring][which],
    }
    width = max(20, min(style.width, 100) // (2 if style.language == "zh" else 1))
    lines: list[str] = []
    for title, texts in _ZH if which == 0 else _EN:
        lines.append(f"== {title} ==")
        for text in texts:
            lines += textwrap.wrap(text.format(**facts), width)
    lines.append(f"== {style.word(f'preset.{preset}')} ({preset}) ==")
    plain = msgspec.to_builtins(options)
    lines += [f"{style.word(f'option.{name}')} ({name}): {_value(style, name, plain[name])}" for name in plain]
    return [lines[i : i + PAGE] for i in range(0, len(lines), PAGE)]


def _value(style: Style, name: str, value: Json) -> str:
    if isinstance(value, bool):
        return style.say("开", "on") if value else style.say("关", "off")
    return style.word(f"option.{name}.{value}") if isinstance(value, str) else str(value)

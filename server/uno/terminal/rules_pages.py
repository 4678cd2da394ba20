"""The rules in force, in pages of at most twenty lines (uno.md 22)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from .style import Style

Json = Any
Options = Any
"""UNO's options, by name."""
PAGE: Final = 20
Sentences = Iterator[tuple[str, str]]
"""Each option's name in Chinese and English."""


def pages(style: Style, preset: str, options: Options) -> list[list[str]]:
    """The chapters and the options in force, split into pages."""
    width = max(20, min(style.width, 100) // (2 if style.language == "zh" else 1))
    lines: list[str] = []
    for zh, en, chapter in _CHAPTERS:
        lines.append(f"== {style.say(zh, en)} ==")
        for said in chapter(options):
            lines += textwrap.wrap(style.say(*said), width)
    called = f"{style.word(f'preset.{preset}')} ({preset})"
    lines.append("== " + style.say(f"正在使用的选项：{called}", f"Options in force: {called}") + " ==")
    plain = msgspec.to_builtins(options)
    lines += [f"{style.word(f'option.{name}')} ({name}): {_value(style, name, plain[name])}" for name in plain]
    return [lines[i : i + PAGE] for i in range(0, len(lines), PAGE)]


def _value(style: Style, name: str, value: Json) -> str:
    if isinstance(value, bool):
        return style.say("开", "on") if value else style.say("关", "off")
    return style.word(f"option.{name}.{value}") if isinstance(value, str) else str(value)


def _cards(o: Options) -> Sentences:
    yield (
        "108 张：红蓝绿黄四色，每色一张 0、1 到 9 各两张、跳过、反转、+2 各两张；变色、+4 各四张。",
        "108 cards: in each colour one 0, two of 1 to 9, two skips, two reverses, two +2; four wilds and four +4.",
    )
    yield f"每人发 {o.initial_cards} 张。", f"Everybody is dealt {o.initial_cards} cards."


def _play(o: Options) -> Sentences:
    yield (
        "按颜色、数字或符号跟参照牌；变色和 +4 跟什么都可以，出牌人选颜色。",
        "Match the top card by colour, number or symbol. Wild and +4 go on anything; you name the colour.",
    )
    if o.draw_until_playable:
        yield "也可以摸牌，一直摸到能出的为止。", "Or draw, until a card fits."
    else:
        yield "也可以不出而摸一张牌。", "Or draw one card instead."
    if o.force_play:
        yield "摸到的牌能出就必须出。", "A drawn card that fits must be played."
    else:
        yield (
            "摸到的牌能出就可以马上打出，本回合只能出这一张。",
            ("A drawn card that fits may be played at once; no other card may in that turn."),
        )
    yield (
        "跳过：下家停一轮。反转：方向相反，两人时等于跳过。+2：下家摸两张并停一轮。",
        "Skip: the next player misses a turn. Reverse: play changes direction; with two players it is a skip. "
        "+2: the next player draws two and misses a turn.",
    )
    yield from _house(o)
    if o.explicit_end_turn:
        yield "行动之后选 0，自己结束回合。", "After acting choose 0 to end your turn yourself."
    yield "先出完手牌的人赢得这一局。", "The first player to get rid of all cards wins the round."


def _house(o: Options) -> Sentences:
    if o.stack_draw_cards:
        on_top = {
            "same": ("+2 上可以叠 +2，+4 上可以叠 +4", "a +2 may be put on top of a +2, a +4 on a +4"),
            "up": ("+2 上可以叠 +2 或 +4，+4 上可以叠 +4", "a +2 or +4 may be put on top of a +2, a +4 on a +4"),
            "any": ("+2 和 +4 可以互相叠", "any +2 or +4 may be put on top of another"),
        }[o.stack_mode]
        yield f"叠加：{on_top[0]}，下家一起摸。", f"Stacking: {on_top[1]}; the next player draws them all."
    if o.seven_swap:
        yield "出 7 的人和一名对手换手牌。", "A player who plays a 7 swaps hands with an opponent."
    if o.zero_rotate:
        yield "出 0 时，所有手牌按方向传给下家。", "A 0 passes all hands on to the next player."
    if o.jump_in:
        yield (
            "抢牌：有和参照牌一模一样的牌，不到自己也能出；输入 j N 出第 N 张。",
            "A player with the twin of the top card may jump in out of turn: j N plays card N.",
        )
    if o.last_card_number_only:
        yield "最后一张必须是数字牌。", "The last card must be a number."
    if o.illegal_action_penalty:
        n = o.illegal_action_penalty
        yield f"违规出牌罚摸 {n} 张。", f"Breaking a rule on your turn costs {n} cards."
    if o.out_of_turn_penalty:
        n = o.out_of_turn_penalty
        yield f"不是自己的回合而行动，罚摸 {n} 张。", f"Acting out of turn costs {n} cards."


def _uno(o: Options) -> Sentences:
    n, how = o.draw_penalty, o.uno_enforcement
    if how == "off":
        yield "不检查。", "Nothing is checked."
        return
    if how == "endTurn":
        yield (
            f"结束回合时检查：剩一张而没喊，或剩的不是一张却喊了，都罚摸 {n} 张。",
            f"Checked at the end of your turn: one card and no call, or a call with any other number, costs {n} cards.",
        )
    elif o.uno_call_timing == "before":
        yield (
            "打到只剩一张之前要喊 UNO，或者出牌时一起喊。",
            "Call UNO before or with the play that leaves you one card.",
        )
    else:
        yield (
            "打到只剩一张时要喊 UNO，出牌前后都行。",
            "Call UNO before, with or right after the play that leaves you one card.",
        )
    if how == "auto":
        yield f"没喊的自动罚摸 {n} 张。", f"Without a call you draw {n} cards at once."
    elif how == "windowAuto":
        yield f"没喊的罚摸 {n} 张，不管有没有被抓到。", f"Without a call you draw {n} cards, caught or not."
    elif how == "catch":
        yield f"没喊而在下一个动作之前被抓到，罚摸 {n} 张。", f"Caught before the next action, you draw {n} cards."
    if how in ("catch", "windowAuto"):
        yield "输入 c N 抓 N 号玩家。", "c N accuses player N: catch player N while they owe the call."
        if o.catch_fail_penalty:
            n = o.catch_fail_penalty
            yield f"错抓罚摸 {n} 张。", f"A wrong accusation costs you {n} cards."
    yield (
        "看手牌时选 2，或输入 u，就是喊 UNO；p N u 是出第 N 张并喊 UNO。",
        "Choose 2 while looking at your hand, or type u, to call; p N u plays card N and calls.",
    )


def _wd4(o: Options) -> Sentences:
    yield "+4：下家摸四张并停一轮。", "The next player draws four and misses a turn."
    if o.wd4_legality == "free":
        yield "随时可出，不能质疑。", "It can always be played and is never challenged."
    elif o.wd4_legality == "strict":
        yield "手里有当前颜色时不能出。", "It cannot be played while you hold the current colour."
    else:
        yield (
            "手里有当前颜色时出的是危险牌：被质疑后自己摸四张；质疑错了，质疑者摸六张。",
            "Played while holding the colour in force it is a bluff: "
            "challenged, its player draws four; wrongly challenged, the challenger draws six.",
        )
        if o.challenge_reveal == "private":
            yield "质疑者可以看到对方的手牌。", "The challenger is shown the hand."


def _scoring(o: Options) -> Sentences:
    if o.scoring == "none":
        yield "一局定胜负。", "One round decides."
        return
    if o.scoring == "winner":
        yield "胜者得到其他人手牌的分数。", "The winner of a round gets the points of all other hands."
    else:
        yield "每人记下自己手牌分数的负数。", "The points in each player's hand count against them."
    yield (
        "数字牌按面值，跳过、反转、+2 各 20 分，变色和 +4 各 50 分。",
        "Numbers count their face; skip, reverse and +2 count 20; wild and +4 count 50.",
    )
    if o.target_score:
        yield f"打到 {o.target_score} 分。", f"A match goes to {o.target_score} points."
    if o.max_rounds:
        yield f"最多 {o.max_rounds} 局。", f"A match has at most {o.max_rounds} rounds."
    if not o.target_score and not o.max_rounds:
        yield "一场就是一局。", "A match is one round."


_CHAPTERS: Final = (
    ("牌", "Cards", _cards),
    ("出牌", "Play", _play),
    ("UNO", "UNO", _uno),
    ("+4 与质疑", "+4 and the challenge", _wd4),
    ("计分", "Scoring", _scoring),
)

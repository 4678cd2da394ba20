"""The main menu, the settings and the rules (uno.md 22). The menus defined there are in both languages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from games.api import AnyGame

from . import preferences
from .overrides import Unusable
from .preferences import Preferences
from .rules_pages import Options, pages
from .screen import INVALID, LeaveGame, Screen

MAIN: Final = """\
===== UNO =====
1. 开始游戏 / Play
2. 设置 / Settings
3. 规则 / Rules
0. 退出 / Exit"""

Play = Callable[[str], Awaitable[None]]
Resolve = Callable[[str], Options]
"""Resolves a preset to the options in force, with the command line's overrides; raises Unusable."""


class Menu:
    """Shows the menu again and again until the person leaves."""

    def __init__(
        self, screen: Screen, game: AnyGame, chosen: Preferences, play: Play, resolve: Resolve, *, may_color: bool
    ) -> None:
        self._screen = screen
        self._game = game
        self._chosen = chosen
        self._play = play
        self._resolve = resolve
        self._may_color = may_color

    async def run(self) -> None:
        while True:
            self._screen.show(MAIN)
            line = await self._screen.ask()
            if line == "0":
                return
            try:
                if line == "1":
                    await self._play(self._chosen.preset)
                elif line == "2":
                    await self._settings()
                elif line == "3":
                    await self._rules()
                else:
                    self._screen.show(INVALID)
            except LeaveGame:
                continue
            except Unusable as problem:
                self._screen.show(str(problem))

    async def _settings(self) -> None:
        chosen, style = self._chosen, self._screen.style
        while True:
            self._screen.show(
                "1. 颜色增强 / Colour: " + ("开 on" if chosen.color else "关 off"),
                "2. 语言 / Language: " + ("中文" if chosen.language == "zh" else "English"),
                f"3. 预设 / Preset: {chosen.preset}",
                "0. 返回 / Back",
            )
            line = await self._screen.ask()
            if line == "0":
                return
            if line == "1":
                chosen.color = not chosen.color
                style.color = chosen.color and self._may_color
            elif line == "2":
                chosen.language = "en" if chosen.language == "zh" else "zh"
                style.speak(chosen.language)
            elif line == "3":
                await self._preset()
            else:
                self._screen.show(INVALID)
                continue
            preferences.keep(chosen)

    async def _preset(self) -> None:
        presets = list(self._game.presets)
        style = self._screen.style
        self._screen.show(*(f"{i}. {name}  {style.word(f'preset.{name}')}" for i, name in enumerate(presets, 1)))
        try:
            number = await self._screen.number(style.say("预设 (0 返回): ", "Preset (0 back): "), len(presets))
        except LeaveGame:
            return
        if number is not None:
            self._chosen.preset = presets[number - 1]

    async def _rules(self) -> None:
        preset = self._chosen.preset
        for page in pages(self._screen.style, preset, self._resolve(preset)):
            if not await self._screen.page(*page):
                return

"""Rules from the command line, `--preset` and `--set option=value`, with sentences for unusable ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.api import AnyGame, Refused
from games.forms import option_schema

from .style import Style

Json = Any


class Unusable(Exception):
    """An unusable choice; the message is one sentence."""


def overrides(style: Style, texts: Iterable[str]) -> dict[str, Json]:
    """Parse texts of the form `option=value`; numbers, yes and no become JSON values."""
    return dict(_override(style, text) for text in texts)


def _override(style: Style, text: str) -> tuple[str, Json]:
    name, sign, value = text.partition("=")
    if not sign:
        raise Unusable(style.say(f"--set {text}：请写成 选项=值", f"--set {text}: write option=value"))
    if value.lower() in ("true", "false", "on", "off"):
        return name, value.lower() in ("true", "on")
    return name, int(value) if value.removeprefix("-").isdigit() else value


def resolved(style: Style, game: AnyGame, preset: str, changes: dict[str, Json], players: int | None) -> Any:
    """The options in force for this preset, these changes and this number of players."""
    assert game.resolve is not None
    try:
        return game.resolve(preset, changes, players)
    except Refused as refused:
        raise Unusable(_reason(style, game, refused)) from None


def _reason(style: Style, game: AnyGame, refused: Refused) -> str:
    told = {"code": refused.code, **refused.params}
    option = told.get("option")
    if option is None:
        known = ", ".join(game.presets)
        return style.refusal(told) + style.say(f"（有 {known}）", f" Known: {known}.")
    schema = option_schema(game.Options)["$defs"][game.Options.__name__]["properties"]
    if option not in schema:
        return style.say(f"没有 {option} 这个选项", f"There is no option {option}.")
    called = f"{style.word(f'option.{option}')} ({option})"
    text = style.refusal({**told, "option": called})
    if refused.code != "INVALID_OPTION":
        return text
    allowed = _allowed(schema[option])
    return text + style.say(f"，可以是 {allowed}", f" It may be {allowed}.")


def _allowed(kind: Json) -> str:
    if "enum" in kind:
        return ", ".join(kind["enum"])
    return "on, off" if kind["type"] == "boolean" else f"{kind['minimum']} … {kind['maximum']}"

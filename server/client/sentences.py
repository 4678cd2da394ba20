"""Refusals and farewells as sentences, from the same texts as the browser's client."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from server.base.assets import static_folder

Json = Any
Language = Literal["zh-CN", "en-US"]


@cache
def _words(language: Language) -> dict[str, str]:
    return msgspec.json.decode((static_folder() / "i18n" / f"{language}.json").read_bytes(), type=dict[str, str])


def refusal(refused: Json, language: Language, game: Mapping[str, str]) -> str:
    """`game`: the texts of the room's game, for the game's own codes."""
    code, words = refused["code"], _words(language)
    found = game.get(f"code.{code}") or words.get(f"code.{code}") or words["code.unknown"]
    try:
        text = found.format(**refused)
    except KeyError:  # a newer server sends parameters we do not know, or an older one fewer
        text = words["code.unknown"].format(code=code)
    if "retryAfter" in refused:
        seconds = f"{refused['retryAfter'] / 1000:.1f}".removesuffix(".0")
        text += f"（{seconds} 秒后再试）" if language == "zh-CN" else f" Try again in {seconds} s."
    return text


def farewell(code: str, language: Language) -> str:
    """Why the server has shown us out."""
    words = _words(language)
    return words.get(f"gone.{code}") or words.get(f"code.{code}") or words["code.unknown"].format(code=code)

"""Cleans text that people typed, so that it can be shown to others."""

from __future__ import annotations

import unicodedata
from typing import Final

# Categories: control, format (zero-width, bidi overrides), surrogate, private use, unassigned, line and paragraph ends.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINER: Final = "\u200d"  # joins emoji families; kept only between two symbols
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters and signs that are invisible
_STACK: Final = 2  # how many combining marks a letter may carry


def clean(raw: str, limit: int) -> str:
    """`raw` in NFC without anything invisible, with blanks collapsed; ValueError if nothing or too much is left."""
    kept: list[str] = []
    marks = 0
    text = unicodedata.normalize("NFC", raw)
    for i, char in enumerate(text):
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if char == _JOINER and 0 < i < len(text) - 1 and _symbol(text[i - 1]) and _symbol(text[i + 1]):
            kept.append(char)
        elif category in _UNSEEN and not char.isspace():
            continue
        elif char.isspace() or char in _BLANK:
            kept.append(" ")
        elif marks <= _STACK:
            kept.append(char)
    shown = " ".join("".join(kept).split())
    if not shown or not any(unicodedata.category(c)[0] in "LNPS" for c in shown) or len(shown) > limit:
        raise ValueError("text is empty or too long")
    return shown


def _symbol(char: str) -> bool:
    return unicodedata.category(char) in ("So", "Sk", "Mn")

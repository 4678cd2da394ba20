"""Writes the boards as one plain page without scripts. Names on it are user input and stay plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal

from .standings import Standing

Language = Literal["zh", "en"]

_WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "zh": {
        "lang": "zh-CN", "title": "排行榜", "home": "返回牌局", "other": "English", "other.lang": "en",
        "rank": "#", "name": "名字", "played": "场次", "won": "胜", "rate": "胜率", "points": "总分",
        "program": "外部程序", "none": "还没有比赛。",
        "rules": "先比胜场，再比总分；只计打到终局的比赛，中途离开算负。名字后的四位代码用来区分同名者。",
    },
    "en": {
        "lang": "en", "title": "Leaderboards", "home": "Back to the games", "other": "中文", "other.lang": "zh",
        "rank": "#", "name": "Name", "played": "Played", "won": "Won", "rate": "Win rate", "points": "Points",
        "program": "program", "none": "No matches yet.",
        "rules": "Wins count first, then points. Only matches that were played to their end count; who leaves one has"
        " lost it. The four letters after a name tell namesakes apart.",
    },
}  # fmt: skip
_COLUMNS: Final = ("rank", "name", "played", "won", "rate", "points")


def language_for(asked: str | None, accepted: str) -> Language:
    """The requested language, or else the first one of ours that the browser accepts."""
    if asked in ("zh", "en"):
        return "zh" if asked == "zh" else "en"
    named = (part.strip().lower()[:2] for part in accepted.split(","))
    return "zh" if next((name for name in named if name in _WORDS), "en") == "zh" else "en"


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One board, in the words of the page's language."""

    id: str
    name: str
    about: str
    rows: Sequence[Standing]


@dataclass(frozen=True, slots=True)
class GameBoards:
    """The boards of one game."""

    name: str
    boards: Sequence[BoardTable]


def page(games: Sequence[GameBoards], language: Language) -> str:
    """The whole document."""
    w = _WORDS[language]
    links = "".join(
        f'<a href="#{escape(board.id)}">{escape(game.name)} · {escape(board.name)}</a>'
        for game in games
        for board in game.boards
    )
    sections = "".join(
        f"<h2>{escape(game.name)}</h2>" + "".join(_section(board, w) for board in game.boards) for game in games
    )
    return (
        f'<!doctype html>\n<html lang="{w["lang"]}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="dark light"><meta name="referrer" content="no-referrer">'
        f"<title>{w['title']} · Paiju 牌局</title>"
        '<link rel="icon" type="image/svg+xml" href="/static/icon.svg">'
        '<link rel="stylesheet" href="/boards.css"></head><body>'
        f'<header><h1>{w["title"]}</h1><a href="/">{w["home"]}</a>'
        f'<a href="/boards?lang={w["other.lang"]}" lang="{w["other.lang"]}">{w["other"]}</a></header>'
        f'<main><nav aria-label="{w["title"]}">{links}</nav>{sections}</main>'
        f"<footer><p>{w['rules']}</p></footer></body></html>\n"
    )


def _section(board: BoardTable, w: Mapping[str, str]) -> str:
    place, name = escape(board.id), escape(board.name)
    head = f'<section id="{place}" aria-labelledby="{place}-name"><h3 id="{place}-name">{name}</h3>'
    about = f"<p>{escape(board.about)}</p>"
    if not board.rows:
        return f"{head}{about}<p>{w['none']}</p></section>"
    columns = "".join(f'<th scope="col">{w[name]}</th>' for name in _COLUMNS)
    body = "".join(_row(row, w) for row in board.rows)
    return f"{head}{about}<table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table></section>"


def _row(row: Standing, w: Mapping[str, str]) -> str:
    mark = f" <small>({w['program']})</small>" if row.program else ""
    # <bdi>: a right-to-left name does not reverse its row.
    name = f"<bdi>{escape(row.name)}</bdi> <small>#{escape(row.tag)}</small>{mark}"
    rate = f"{100 * row.won / row.played:.1f}%" if row.played else "–"
    cells = (str(row.rank), name, str(row.played), str(row.won), rate, str(row.points))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

"""`paiju words GAME`: lists the game's missing texts; `--write` adds them to its files, with proposals."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from pathlib import Path

from games.kit.proposals import proposals, untitled
from games.texts import own_texts, package_of

from .choice import game_named


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--write", action="store_true", help="put them into the files of the game's package")


def run(chosen: Namespace) -> int:
    game = game_named(chosen.game)
    folder = Path(str(files(package_of(game)))) / "texts"
    owed = {language: words for language, words in proposals(game).items() if words}
    if not owed:
        print(f"{game.id} has all its words")
    for language, words in owed.items():
        if not chosen.write:
            for key, text in words.items():
                print(f"{language}  {_quoted(key)}: {_quoted(text)}")
            continue
        file = folder / f"{language}.json"
        folder.mkdir(exist_ok=True)
        file.write_text(_pretty({**own_texts(game)[language], **words}), encoding="utf-8")
        print(f"{file}: {len(words)} texts to be looked at")
    if titles := untitled(game):
        print(f'titles at the table for any game, if you want others ("" hides a field): {", ".join(titles)}')
    return 1 if owed and not chosen.write else 0


def _pretty(words: dict[str, str]) -> str:
    return json.dumps(words, ensure_ascii=False, indent=2) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)

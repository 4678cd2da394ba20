"""Packages with games, laid out as pip does, so that any Python with the folder on its path has them."""

from __future__ import annotations

import os
import shutil
from importlib import resources
from pathlib import Path
from textwrap import dedent

from games.texts import LANGUAGES
from tests.architecture.tree import ROOT
from tests.support.served import RELEASE

BROKEN = {
    "cards-absent": ("absent", "absent_whist:GAME", {}),
    "cards-crash": ("crash", "crash_whist.rules:GAME", {"crash_whist/__init__.py": "", "crash_whist/rules.py": """
        DECK = []
        DECK[0]
        """}),
    "cards-quit": ("quit", "quit_whist:GAME", {"quit_whist.py": "raise SystemExit(3)"}),
    "cards-typo": ("typo", "typo_whist:GAME", {"typo_whist.py": "def rules(:\n    pass\n"}),
    "cards-plain": ("plain", "plain_whist:GAME", {"plain_whist.py": "GAME = 'whist'"}),
    "cards-odd": ("odd", "odd_whist:GAME", {"odd_whist.py": """
        from dataclasses import replace
        from crazy_eights import GAME
        GAME = replace(GAME, id="odd", seats=None)
        """}),
    "cards-mute": ("mute", "mute_whist:GAME", {"mute_whist/__init__.py": """
        from dataclasses import replace
        from crazy_eights import GAME
        GAME = replace(GAME, id="mute", package="mute_whist")
        """}),
    "cards-terse": ("terse", "terse_whist:GAME", {
        "terse_whist/__init__.py": """
        from dataclasses import replace
        from crazy_eights import GAME
        GAME = replace(GAME, id="terse", package="terse_whist")
        """,
        "terse_whist/texts/zh-CN.json": '{"game.name": "惠斯特"}',
        "terse_whist/texts/en-US.json": '{"game.name": "Whist"}',
    }),
    "cards-foggy": ("foggy", "foggy_whist:GAME", {"foggy_whist.py": """
        from dataclasses import replace
        from crazy_eights import GAME
        from games.views import View

        class Fog(View):
            depth: float

        GAME = replace(GAME, id="foggy", Table=Fog, package="crazy_eights")
        """}),
    "cards-newer": ("newer", "newer_whist:GAME", {"newer_whist.py": """
        from games.api import Game, Tomorrow
        """}),
    "cards-older": ("older", "older_whist:GAME", {"older_whist.py": """
        from games.api import Game
        GAME = Game(id="older", deck=52)
        """}),
    "cards-twin-a": ("twin", "crazy_eights:GAME", {}),
    "cards-twin-b": ("twin", "crazy_eights.rules:GAME", {}),
}  # fmt: skip
"""Distribution: (the game's id, entry point, files)."""

SAID = {
    "absent": "(absent_whist:GAME of cards-absent) cannot be loaded: ModuleNotFoundError: No module named 'absent",
    "crash": "crash_whist/rules.py, line 3)",
    "quit": "(quit_whist:GAME of cards-quit) cannot be loaded: SystemExit: 3",
    "typo": "typo_whist.py, line 1)",
    "plain": "(plain_whist:GAME of cards-plain) is a str, not a games.api.Game",
    "odd": "(odd_whist:GAME of cards-odd) cannot be offered: TypeError",
    "mute": "mute_whist/texts/zh-CN.json: No such file or directory",
    "terse": "texts are missing: action.draw, action.pass, action.play … (`paiju words terse --write` lays them out)",
    "foggy": "cannot be offered: TypeError: Fog.depth: not a type for views: <class 'float'>",
    "newer": "made for another version of Paiju than this, which is",
    "older": "made for another version of Paiju than this, which is",
    "twin": "two games are called twin: crazy_eights:GAME of cards-twin-a, crazy_eights.rules:GAME of cards-twin-b",
}
"""What is said about each of them."""


def install(folder: Path, distribution: str, game: str, entry: str, files: dict[str, str]) -> None:
    """Put the files and what pip notes about them into the folder."""
    info = folder / f"{distribution.replace('-', '_')}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[paiju.games]\n{game} = {entry}\n")
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")


def install_as_guest(folder: Path, game: str, **client: str) -> None:
    """Crazy Eights under another id, in a package of its own with these files of `client/`: `view_js` is `view.js`."""
    package = f"{game}_guest"
    rules = "from dataclasses import replace\nfrom crazy_eights import GAME as EIGHTS\n"
    files = {f"{package}/__init__.py": f"{rules}GAME = replace(EIGHTS, id={game!r}, package={package!r})\n"}
    files |= {f"{package}/client/{name.replace('_', '.')}": text for name, text in client.items()}
    for language in LANGUAGES:
        words = resources.files("crazy_eights") / "texts" / f"{language}.json"
        files[f"{package}/texts/{language}.json"] = words.read_text(encoding="utf-8")
    install(folder, f"cards-{game}", game, f"{package}:GAME", files)


def install_first_eights(folder: Path) -> dict[str, str]:
    """The Crazy Eights whose rooms older releases have stored, in place of the example; what a server's environment
    needs for it. Of two distributions with one name, Python takes the first on its path."""
    shutil.copytree(ROOT / "tests" / "games" / "kit" / "eights", folder / "first_eights")
    install(folder, "paiju-crazy-eights", "crazy-eights", "first_eights:GAME", {})
    return {"PYTHONPATH": os.pathsep.join([*filter(None, [RELEASE]), str(folder)])}


def install_broken(folder: Path) -> Path:
    """Every way in which a plug-in may be broken, at once."""
    for distribution, (game, entry, files) in BROKEN.items():
        install(folder, distribution, game, entry, files)
    return folder

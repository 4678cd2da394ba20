"""`paiju config`: the settings in force."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from ..config import settings, shown

HELP: Final = "print every setting with its value and meaning"


def arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def run(chosen: Namespace) -> int:
    for variable, value, meaning in shown(settings()):
        print(f"{variable}={value}\n    {meaning}")
    return 0

"""`paiju config`: the settings in force."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from server.base.settings import settings, shown


def arguments(parser: ArgumentParser) -> None:
    """This command takes no arguments."""


def run(chosen: Namespace) -> int:
    for variable, value, meaning in shown(settings()):
        print(f"{variable}={value}\n    {meaning}")
    return 0

"""Somebody at the keyboard of `paiju uno`: reads the screen, types what a simple player would."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PAIJU = [sys.executable, "-P", "-m", "server"]
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
PROMPT = re.compile(r"(> |: |Enter for next round|Press any key)$")


@dataclass
class Typist:
    """A running `paiju uno`, behind a pipe or a pseudo-terminal."""

    arguments: Sequence[str]
    home: Path
    terminal: bool = False
    environment: dict[str, str] = field(default_factory=dict)
    text: str = ""

    def __enter__(self) -> Typist:
        kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LANG", "LC_ALL", "COLUMNS")}
        env = {
            **kept,
            "XDG_CONFIG_HOME": str(self.home),
            "PYTHONIOENCODING": "utf-8",
            "TERM": "xterm",
            **self.environment,
        }
        command = [*PAIJU, "uno", *self.arguments]
        if self.terminal:
            self._read, slave = os.openpty()
            self._write = self._read
            self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env)
            os.close(slave)
        else:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, env=env)
            self._read, self._write = self.process.stdout.fileno(), self.process.stdin.fileno()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.terminal:
            os.close(self._read)
        else:
            self.process.stdout.close()
            if not self.process.stdin.closed:
                self.process.stdin.close()

    def type(self, line: str) -> None:
        os.write(self._write, f"{line}\n".encode())

    def press(self, key: str) -> None:
        """A key, without Enter."""
        os.write(self._write, key.encode())

    def end(self) -> None:
        """No more input."""
        if self.terminal:
            os.write(self._write, b"\x04")
        else:
            self.process.stdin.close()

    def more(self, seconds: float = 20, end: re.Pattern[str] = PROMPT) -> str | None:
        """What has been printed up to the next prompt, or what `end` says; None at the end of all."""
        new = b""
        until = time.monotonic() + seconds
        while True:
            if not select.select([self._read], [], [], max(0.0, until - time.monotonic()))[0]:
                raise AssertionError(f"no prompt after:\n{self.text[-2000:]}{new.decode(errors='replace')}")
            try:
                chunk = os.read(self._read, 65536)
            except OSError:
                chunk = b""  # the other end of a pseudo-terminal has gone
            if not chunk:
                self.text += new.decode()
                return None
            new += chunk
            shown = ESCAPES.sub("", new.decode(errors="ignore")).replace("\r\n", "\n")
            if end.search(shown):
                self.text += new.decode()
                return shown

    def play(self, answer: Callable[[str], str], most: int = 3000) -> int:
        """Answer every prompt until the program ends; its exit code."""
        for _ in range(most):
            shown = self.more()
            if shown is None:
                return self.process.wait(10)
            self.type(answer(shown))
        raise AssertionError(f"no end after {most} answers:\n{self.text[-2000:]}")


class SimplePlayer:
    """Plays the first safe card that fits, else draws; calls UNO with two cards; accepts every +4."""

    def __init__(self) -> None:
        self._card = ""
        self._nothing_fits = False
        self._looked = False
        self._called = False

    def __call__(self, shown: str) -> str:
        prompt = shown.rsplit("\n", 1)[-1]
        if "牌号" in prompt or "Card number" in prompt:
            return self._card or "0"
        if "和谁换牌" in prompt or "Swap" in prompt:
            return prompt.split("(")[1][0]
        if "颜色" in prompt or "Colour" in prompt:
            return "1"
        if "Enter" in prompt or "Press any key" in prompt:
            return ""
        if "1. 出牌" in shown or "1. Play a card" in shown:
            return self._hand(re.split(r"0\. (?:返回|Back)", shown)[0])
        if "接受 / Accept" in shown:
            return "0"
        if "1. 摸一张牌" in shown:
            self._looked = False
            if self._nothing_fits:
                self._nothing_fits = False
                return "1"
            return "2"
        if not self._looked:  # after an action: is the drawn card worth playing?
            self._looked = True
            return "2"
        self._looked = self._called = False
        return "0"

    def _hand(self, shown: str) -> str:
        cards = re.findall(r"(\d+)\) \[[^\]]*\]", shown)
        fits = re.findall(r"(\d+)\) \[[^\]]*\][*]", shown)
        if len(cards) == 2 and fits and not self._called:
            self._called = True
            return "2"
        if not fits:
            self._nothing_fits = True
            return "0"
        self._called = False
        self._card = fits[0]
        return "1"

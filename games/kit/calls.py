"""Stands between the kit and a game's functions: any failure in one becomes a finding, with its line.

Each call has a time limit, as at a table: a watching thread interrupts a function that does not return.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic, process_time
from typing import Any, Final

from ..api import HOST, AnyGame, Refused
from .blame import place
from .promise import Broken, Doubt
from .shapes import shape_of

BUDGET_S: Final = 2.0
SLOW_S: Final = 0.3
PONDER_S: Final = 30.0
SLOWER: Final = 10
"""Time that other processes take does not count; but a call may not sleep for this many budgets either."""
FUNCTIONS: Final = (
    "setup", "apply", "to_act", "may_act", "table", "own", "outcome", "wake", "autopilot", "resolve", "seats_for",
    "pausable", "misread", "bot", "ponder", "auto_level", "fill_to", "watch", "listed", "all_cards", "redeal",
    "random_action", "invariant",
)  # fmt: skip


class Failed(Broken):
    """A function of the game raised an exception. `where`: its line, which tells equal failures from others."""

    def __init__(self, text: str, where: str, *, endless: bool = False) -> None:
        super().__init__(text)
        self.where = where
        self.endless = endless


class _TooLong(BaseException):
    """Raised in the middle of a game's code; not an Exception, so that no loop of the game's swallows it."""


class _Watch:
    """The call in progress. Only the watching thread reads clocks: there are many calls, and clocks are slow."""

    def __init__(self) -> None:
        self.function = ""
        self.slow: set[str] = set()
        """Functions that were seen to compute for so long that a table would have to wait."""
        self._number = 0
        self._ident = 0
        self._over = threading.Event()

    def enter(self, function: str) -> None:
        self._number += 1
        self.function = function

    @contextmanager
    def running(self) -> Iterator[None]:
        """Inside this context, calls from this thread have a time limit."""
        if self._ident:
            yield
            return
        self._ident = threading.get_ident()
        self._over.clear()
        looking = threading.Thread(target=self._look, name="check-game", daemon=True)
        looking.start()
        try:
            yield
        finally:
            self._over.set()
            looking.join()
            self._ident = 0

    def _look(self) -> None:
        number, computed, began = 0, 0.0, 0.0
        while not self._over.wait(BUDGET_S / 8):
            computing, now, function = process_time(), monotonic(), self.function
            if number != self._number:
                number, computed, began = self._number, computing, now
            elif function and function != "ponder" and computing - computed > SLOW_S:
                self.slow.add(function)
            budget = PONDER_S if function == "ponder" else BUDGET_S
            if function and (computing - computed > budget or now - began > budget * SLOWER):
                computed, began = computing, now
                if self._number == number and self.function:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._ident), ctypes.py_object(_TooLong))


watch: Final = _Watch()


def called(game: AnyGame) -> AnyGame:
    """The same game, whose functions raise nothing but Refused and Broken."""
    given = {name: getattr(game, name) for name in FUNCTIONS}
    guarded: Any = {name: _called(game, name, given[name]) for name in FUNCTIONS if given[name] is not None}
    return replace(game, **guarded)


def _called(game: AnyGame, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    several = name in ("listed", "all_cards")
    wrong_shape = shape_of(game, name)

    def call(*args: Any) -> Any:
        watch.enter(name)
        try:
            answer = list(function(*args)) if several else function(*args)
        except Refused as refused:
            if name in ("apply", "resolve"):
                raise
            raise _failed(game, name, args, refused, "Only apply and resolve may refuse.") from refused
        except (Broken, Doubt):
            raise
        except _TooLong as late:
            raise _endless(game, name, args, late) from late
        except (Exception, SystemExit) as error:
            raise _failed(game, name, args, error, _advice(name)) from error
        finally:
            watch.function = ""
        if wrong := wrong_shape(answer):
            raise Failed(f"`{name}` {wrong}", f"{name} {wrong}")
        return answer

    return call


def _failed(game: AnyGame, name: str, args: tuple[Any, ...], error: BaseException, advice: str) -> Failed:
    text = " ".join(str(error).split())[:300]
    where = place(game, error.__traceback__)
    at = f" ({where})" if where else ""
    return Failed(
        f"`{name}`{_given(name, args)} raised {type(error).__name__}: {text}{at}. {advice}",
        f"{type(error).__name__} {where or name}",
    )


def _endless(game: AnyGame, name: str, args: tuple[Any, ...], late: BaseException) -> Failed:
    where = place(game, late.__traceback__)
    budget = PONDER_S if name == "ponder" else BUDGET_S
    return Failed(
        f"`{name}`{_given(name, args)} had not come back after {budget:.0f} s of computing ({where}): "
        "an endless loop, or far too slow for a table.",
        f"endless {where.partition(', line')[0]} {where.rpartition(', in ')[2]}",
        endless=True,
    )


def _given(name: str, args: tuple[Any, ...]) -> str:
    """The arguments of the call that are worth showing."""
    match name, args:
        case "apply", (_, actor, action, *_):
            return f", given {action!r} of {'the host' if actor == HOST else f'seat {int(actor)}'},"
        case "setup", (options, seats, *_):
            return f", given {options!r} and {len(seats)} players,"
        case "resolve", (preset, overrides, *_):
            return f", given the preset {preset} with {dict(overrides)},"
        case (("seats_for" | "pausable" | "auto_level" | "fill_to"), (options, *_)):
            return f", given {options!r},"
        case (("own" | "random_action" | "redeal"), (_, seat, *_)):
            return f" for seat {seat}"
        case "bot", (_, _, seat, _, _, _, level):
            return f", level {level}, for seat {int(seat)}"
    return ""


def _advice(name: str) -> str:
    if name == "apply":
        return "Where a player is at fault, raise Refused(code) instead."
    return "It must answer in every state that the rules can reach." if name != "resolve" else "It may raise Refused."

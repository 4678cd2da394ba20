"""`paiju serve` whose workers break as BREAK says: those that can wait for it do so at SIGUSR1, the others at once.

Nothing of this can be reached by a setting of the product. Times are shortened by the environment, too.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import socket
import sys
import time
from typing import Any

from server import app
from server.__main__ import main
from server.processes import time_limits, workers
from server.store.store import Store

for name in ("LOST_S", "START_S", "END_S"):
    setattr(time_limits, name, float(os.environ.get(name, getattr(time_limits, name))))

IS_WORKER = __name__ == "__mp_main__"
bound: list[socket.socket] = []
listen = workers.listen


def listen_known(*where: Any, **how: Any) -> socket.socket:
    bound.append(listen(*where, **how))
    return bound[-1]


workers.listen = listen_known


def close_listener(*_: object) -> None:
    """As a library does that closes what is not its own."""
    os.close(bound[-1].fileno())


def shut_listener(*_: object) -> None:
    bound[-1].shutdown(socket.SHUT_RDWR)


def sleep_for_ever(*_: object) -> None:
    """As a game does whose code blocks: what raises the alarm in it is not heard."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    time.sleep(1e9)


def hold_everything(*_: object) -> None:
    """The same in C that never gives the interpreter back: no thread of this process runs any more."""
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    ctypes.PyDLL(None).pause()


def sleep_a_little(*_: object) -> None:
    """Longer than a game may take."""
    time.sleep(2.5)


async def wait_for_ever(*_: object, **__: object) -> None:
    await asyncio.Event().wait()


async def die_at_once(*_: object, **__: object) -> None:
    os._exit(3)


AT_SIGNAL = {
    "listener closed": close_listener,
    "listener shut": shut_listener,
    "asleep": sleep_for_ever,
    "held": hold_everything,
    "slow": sleep_a_little,
}
broken = os.environ["BREAK"]
if broken in AT_SIGNAL:
    signal.signal(signal.SIGUSR1, AT_SIGNAL[broken])
elif broken == "never closes":
    Store.close = wait_for_ever
elif IS_WORKER:
    app.serve = {"never ready": wait_for_ever, "dies at once": die_at_once}[broken]

if __name__ == "__main__":
    sys.exit(main(["serve", *sys.argv[1:]]))

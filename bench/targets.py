"""The servers that we measure, each with its command and its adapter for the load generator.

`{python} {servers} {port} {store} {data}` in commands are filled in. `store` is the place of the store's folder:
`memory` (a file system in memory, to compare only processors) or `disk`. `workers` is the number of processes on one
store; the four seats of each room are spread over them, or gathered on one.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Target:
    """A server that we measure."""

    adapter: str
    command: tuple[str, ...]
    options: tuple[str, ...] = ()
    store: str = ""
    workers: int = 1
    env: dict[str, str] = field(default_factory=dict)


def product(game: str, *, store: str = "memory", workers: int = 1, gathered: bool = False) -> Target:
    return Target(
        adapter="paiju",
        command=("{python}", "{servers}/paiju.py", "--port", "{port}", "--host", "127.0.0.1"),
        options=(f"game={game}", *(["gathered=1"] if gathered else [])),
        store=store,
        workers=workers,
        env={"PAIJU_SOCKETS_PER_ADDRESS": "1000000", "PAIJU_SOCKETS": "1000000", "PAIJU_LOG": "error"},
    )


TARGETS = {
    "raw-echo": Target("echo", ("{python}", "{servers}/raw_echo.py", "--port", "{port}")),
    "edge-echo": Target("echo", ("{python}", "{servers}/edge_echo.py", "--port", "{port}"), options=("edge=1",)),
    "uno": product("uno"),
    "uno-disk": product("uno", store="disk"),
    "uno-two-workers": product("uno", workers=2),
    "uno-gathered": product("uno", workers=2, gathered=True),
    "shandong": product("shandong"),
}

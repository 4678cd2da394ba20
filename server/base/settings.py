"""The server's settings, read once from the environment and validated. `paiju config` prints and explains them."""

from __future__ import annotations

import difflib
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit, urlunsplit

import msgspec
from msgspec import Meta

log = logging.getLogger("paiju.config")

PREFIX: Final = "PAIJU_"
Port = Annotated[int, Meta(ge=0, le=65_535)]
Workers = Annotated[int, Meta(ge=1, le=256)]
Count = Annotated[int, Meta(ge=1, le=10_000_000)]
Prefix = Annotated[int, Meta(ge=16, le=128)]
Days = Annotated[int, Meta(ge=1, le=36_500)]
Replicas = Annotated[int, Meta(ge=0, le=16)]


class SettingsError(Exception):
    """A setting that cannot be used; the message is one sentence that names it."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's settings. A field's environment variable is PAIJU_ and its name in capitals."""

    host: str = "0.0.0.0"  # noqa: S104 - friends on the same network are meant to join
    port: Port = 8000
    data: str = ""
    store: str = ""
    store_password_file: str = ""
    replicas: Replicas = 0
    workers: Workers = 1
    gather: bool = False
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    rooms: Count = 5_000
    sockets: Count = 10_000
    sockets_per_address: Count = 60
    ipv6_prefix: Prefix = 64
    keep_matches: Days = 90
    matches_mb: Count = 256
    admin: str = ""
    edge: Literal["lean", "stock"] = "lean"
    log: Literal["debug", "info", "warning", "error"] = "info"

    def __post_init__(self) -> None:
        _ = self.admin_address  # refuse an unusable value at once

    @property
    def admin_address(self) -> tuple[str, int] | None:
        """Host and port of the admin address; None if there is none."""
        if not self.admin:
            return None
        host, _, port = self.admin.rpartition(":")
        if not host or not port.isdecimal() or not 0 < int(port) <= 65_535:
            raise ValueError("expected an address and a port, as in 127.0.0.1:9100")
        return host.removeprefix("[").removesuffix("]"), int(port)

    @property
    def folder(self) -> Path:
        """The data folder; by default, the usual place for a user's data."""
        if self.data:
            return Path(self.data).expanduser().resolve()
        base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
        return Path(base).expanduser() / "paiju"


MEANINGS: Final[Mapping[str, str]] = {
    "host": "address to listen on",
    "port": "port to listen on; 0 takes any free one",
    "data": "data folder; empty: ~/.local/share/paiju",
    "store": "the store: redis://, rediss:// or unix://; empty: an embedded one in the data folder",
    "store_password_file": "file whose first line is the store's password",
    "replicas": "replicas of the store that must have a move before it is accepted",
    "workers": "processes that share the port",
    "gather": "true: a balancer sends everybody in a room to one worker, by the room in the socket's address",
    "names": "public host names by which browsers may reach the server, separated by commas",
    "proxies": "addresses or networks of balancers whose X-Forwarded-For is trusted, separated by commas",
    "games": "ids of the games to offer, separated by commas; empty: all installed games",
    "rooms": "the most open rooms",
    "sockets": "the most connections per worker",
    "sockets_per_address": "the most connections from one address",
    "ipv6_prefix": "IPv6 prefix length that limits count as one address",
    "keep_matches": "days for which the records of matches are kept",
    "matches_mb": "the most megabytes of records; the oldest make place for new ones",
    "admin": "address and port of /metrics for all workers, as in 127.0.0.1:9100; empty: none",
    "edge": "lean, or stock (slower): python-socketio without our driver",
    "log": "debug, info, warning or error",
}


def settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The validated settings; raises SettingsError. Logs a warning for each unknown PAIJU_ name."""
    environ = os.environ if environ is None else environ
    given: dict[str, Any] = {}
    for name, value in sorted(environ.items()):
        if not name.startswith(PREFIX):
            continue
        field = name.removeprefix(PREFIX).lower()
        if field not in MEANINGS:
            log.warning("%s", unknown(name))
        elif value.strip():
            given[field] = _value(field, value.strip())
    return _checked(given)


def unknown(name: str) -> str:
    """The sentence about an unknown name, with the nearest known one."""
    near = difflib.get_close_matches(name, [PREFIX + field.upper() for field in MEANINGS], 1)
    return f"{name} is not a setting" + (f"; did you mean {near[0]}?" if near else "")


def shown(chosen: Settings) -> list[tuple[str, str, str]]:
    """Variable, value and meaning of each setting, without passwords in addresses."""
    rows = []
    for field, meaning in MEANINGS.items():
        value = getattr(chosen, field)
        text = ",".join(value) if isinstance(value, tuple) else str(value)
        rows.append((PREFIX + field.upper(), without_password(text) if field == "store" else text, meaning))
    return rows


def without_password(address: str) -> str:
    parts = urlsplit(address)
    if parts.password is None:
        return address
    host = parts.netloc.rpartition("@")[2]
    netloc = f"{parts.username or ''}:***@{host}"
    return urlunsplit((parts.scheme, netloc, parts.path, parts.query, parts.fragment))


def _value(field: str, text: str) -> Any:
    if isinstance(getattr(Settings(), field), tuple):
        return tuple(part for part in (piece.strip() for piece in text.split(",")) if part)
    return text


def _checked(given: dict[str, Any]) -> Settings:
    for field, value in given.items():
        try:
            msgspec.convert({field: value}, Settings, strict=False)
        except msgspec.ValidationError as error:
            reason = str(error).partition(" - at ")[0]
            raise SettingsError(f"{PREFIX}{field.upper()} is {value!r}: {reason[0].lower()}{reason[1:]}") from None
    return msgspec.convert(given, Settings, strict=False)

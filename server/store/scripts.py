"""The store's Lua scripts. Each is one atomic operation of the store."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Script:
    """A script's text, and the hash by which the store knows it."""

    text: str
    sha: str = field(init=False)

    def __post_init__(self) -> None:
        sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()
        object.__setattr__(self, "sha", sha)


def _text(name: str) -> str:
    return files("server.store").joinpath("lua", f"{name}.lua").read_text(encoding="utf-8")


def _script(name: str) -> Script:
    text = _text(name)
    return Script(_text("platform") + text if "platform(" in text else text)


@dataclass(frozen=True, slots=True)
class Scripts:
    """All scripts. Tests replace single ones to show that a check in a script is needed."""

    beat: Script = field(default_factory=lambda: _script("beat"))
    book: Script = field(default_factory=lambda: _script("book"))
    claim: Script = field(default_factory=lambda: _script("claim"))
    claim_records: Script = field(default_factory=lambda: _script("claim_records"))
    commit: Script = field(default_factory=lambda: _script("commit"))
    count: Script = field(default_factory=lambda: _script("count"))
    drop_code: Script = field(default_factory=lambda: _script("drop_code"))
    forget_records: Script = field(default_factory=lambda: _script("forget_records"))
    guess: Script = field(default_factory=lambda: _script("guess"))
    keep_code: Script = field(default_factory=lambda: _script("keep_code"))
    hold_record: Script = field(default_factory=lambda: _script("hold_record"))
    keep_record: Script = field(default_factory=lambda: _script("keep_record"))
    mirror: Script = field(default_factory=lambda: _script("mirror"))
    note_record: Script = field(default_factory=lambda: _script("note_record"))
    orphans: Script = field(default_factory=lambda: _script("orphans"))
    renew_mark: Script = field(default_factory=lambda: _script("renew_mark"))
    replace_record: Script = field(default_factory=lambda: _script("replace_record"))
    sweep: Script = field(default_factory=lambda: _script("sweep"))
    take: Script = field(default_factory=lambda: _script("take"))
    uncount: Script = field(default_factory=lambda: _script("uncount"))
    weigh_records: Script = field(default_factory=lambda: _script("weigh_records"))

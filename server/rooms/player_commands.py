"""What people may ask of a room. The protocol's decoder fills these objects directly, without copying."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from .clean_text import clean
from .plain_data import INT_LIMIT, KEYS_LIMIT, Misplaced, check

Json = Any

NAME_LIMIT: Final = 24  # code points
TEXT_LIMIT: Final = 200

SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Key = Annotated[str, Meta(min_length=1, max_length=48, pattern=r"^[A-Za-z0-9._-]+$")]
Code = Annotated[str, Meta(min_length=1, max_length=16)]
Secret = Annotated[str, Meta(min_length=1, max_length=64)]
# Raw names may be longer than cleaned ones: invisible characters are removed first.
Name = Annotated[str, Meta(min_length=1, max_length=256)]
Text = Annotated[str, Meta(min_length=1, max_length=1024)]
Spectators = Literal["on", "off"]
Openness = Literal["ask", "open", "private"]
MatchId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Bytes32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Overrides = Annotated[dict[Key, Json], Meta(max_length=KEYS_LIMIT)]
RecordId = Annotated[str, Meta(min_length=26, max_length=26)]
Count = Annotated[int, Meta(ge=0, lt=INT_LIMIT)]


class Cursor(Struct, array_like=True, frozen=True):
    """How far a client has read: its public and private counters and the tag of the last commit it saw."""

    public: Count
    private: Count
    tag: Annotated[int, Meta(ge=0, lt=2**32)]


class Message(Struct, tag_field="kind", rename="camel", omit_defaults=True, kw_only=True):
    """The base of all messages. Unknown fields are ignored, so that newer clients can talk to older servers."""


class Create(Message, tag="create"):
    game: Key
    name: Name
    preset: Key | None = None
    options: Overrides | None = None
    private: bool = True
    password: Secret | None = None
    watch_password: Secret | None = None
    spectators: Spectators = "on"
    chat: bool = True
    bots: Annotated[int, Meta(ge=0, le=63)] = 0
    level: Key | None = None
    start: bool = False
    practice: Key | None = None
    records: Openness = "ask"
    lesson: bool = False
    """The game's lesson, with bots in the other seats; apart from the name, nothing else in this message counts."""

    def __post_init__(self) -> None:
        self.name = _fit(self.name, NAME_LIMIT, "name")
        check(self.options, "options")


class Enter(Message, tag="enter"):
    room: Code
    name: Name | None = None
    sit: bool = False
    password: Secret | None = None
    cursor: Cursor | None = None
    know: Annotated[str, Meta(max_length=64)] | None = None
    ticket: Bytes32 | None = None
    """From a seat's holder, who plays on from this device."""
    deals: bool = False
    """Set by the door: did the connection say `deals` in its hello?"""

    def __post_init__(self) -> None:
        if self.name is not None:
            self.name = _fit(self.name, NAME_LIMIT, "name")


class Leave(Message, tag="leave"):
    pass


class Sit(Message, tag="sit"):
    seat: SeatNumber | None = None
    name: Name | None = None
    password: Secret | None = None

    def __post_init__(self) -> None:
        if self.name is not None:
            self.name = _fit(self.name, NAME_LIMIT, "name")


class Stand(Message, tag="stand"):
    pass


class Swap(Message, tag="swap"):
    a: SeatNumber
    b: SeatNumber


class Ready(Message, tag="ready"):
    on: bool


class ChangeOptions(Message, tag="options"):
    preset: Key | None = None
    options: Overrides | None = None

    def __post_init__(self) -> None:
        check(self.options, "options")


class ChangeSettings(Message, tag="settings"):
    """An absent field leaves the setting as it is; a null password removes the password."""

    private: bool | UnsetType = UNSET
    locked: bool | UnsetType = UNSET
    password: Secret | UnsetType | None = UNSET
    watch_password: Secret | UnsetType | None = UNSET
    spectators: Spectators | UnsetType = UNSET
    chat: bool | UnsetType = UNSET
    records: Openness | UnsetType = UNSET


class Kick(Message, tag="kick"):
    seat: SeatNumber | None = None
    watcher: Annotated[int, Meta(ge=0, lt=2**31)] | None = None
    ban: bool = False

    def __post_init__(self) -> None:
        if (self.seat is None) == (self.watcher is None):
            raise Misplaced("seat")


class Transfer(Message, tag="transfer"):
    seat: SeatNumber


class Bot(Message, tag="bot"):
    seat: SeatNumber
    level: Key | None


class Start(Message, tag="start"):
    pass


class Rematch(Message, tag="rematch"):
    pass


class End(Message, tag="end"):
    pass


class Fork(Message, tag="fork"):
    """A practice room that plays on from a step of that record, with the sender in that seat."""

    record: RecordId
    step: Count
    seat: SeatNumber
    name: Name
    same: bool = True
    """Does chance go on as it did in the match?"""

    def __post_init__(self) -> None:
        self.name = _fit(self.name, NAME_LIMIT, "name")


class Pledge(Message, tag="pledge"):
    """The hash of the nonce that this seat will give for the deal of that match."""

    match: MatchId
    hash: Bytes32


class Nonce(Message, tag="nonce"):
    match: MatchId
    nonce: Bytes32


class Act(Message, tag="act"):
    n: Annotated[int, Meta(ge=1, lt=2**31)]
    action: Json

    def __post_init__(self) -> None:
        check(self.action, "action")


class Check(Message, tag="check"):
    action: Json

    def __post_init__(self) -> None:
        check(self.action, "action")


class Back(Message, tag="back"):
    pass


class Say(Message, tag="say"):
    phrase: Key | None = None
    emote: Key | None = None
    text: Text | None = None
    to: SeatNumber | None = None
    """Whom an emote is thrown at."""

    def __post_init__(self) -> None:
        if (self.phrase is not None) + (self.emote is not None) + (self.text is not None) != 1:
            raise Misplaced("text")
        if self.to is not None and self.emote is None:
            raise Misplaced("to")
        if self.text is not None:
            self.text = _fit(self.text, TEXT_LIMIT, "text")


class Mute(Message, tag="mute"):
    seat: SeatNumber
    on: bool


class Pause(Message, tag="pause"):
    on: bool


class Listen(Message, tag="listen"):
    """A screen reader is reading the table out: bots give it time."""

    on: bool


class Ticket(Message, tag="ticket"):
    """The hash of a ticket with which another device may take the sender's seat."""

    hash: Bytes32


class Rename(Message, tag="rename"):
    name: Name

    def __post_init__(self) -> None:
        self.name = _fit(self.name, NAME_LIMIT, "name")


PlayerCommand = (
    Create | Enter | Leave | Sit | Stand | Swap | Ready | ChangeOptions | ChangeSettings | Kick | Transfer | Bot
    | Start | Rematch | Act | Check | Back | Say | Mute | Pause | Rename | End | Pledge | Nonce | Fork | Listen
    | Ticket
)  # fmt: skip
COMMANDS: Final[tuple[type[Message], ...]] = (
    Create, Enter, Leave, Sit, Stand, Swap, Ready, ChangeOptions, ChangeSettings, Kick, Transfer, Bot,
    Start, Rematch, Act, Check, Back, Say, Mute, Pause, Rename, End, Pledge, Nonce, Fork, Listen,
    Ticket,
)  # fmt: skip


def _fit(raw: str, limit: int, field: str) -> str:
    try:
        return clean(raw, limit)
    except ValueError:
        raise Misplaced(field) from None

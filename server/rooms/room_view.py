"""What everybody in a room sees of the room itself, and its events."""
# ruff: noqa: N815 - the fields carry the names of the wire

from __future__ import annotations

from typing import Any

from games.views import Event, View, Word

from .document import DEALT, PLAYING, PROGRAM, Cold, LessonDoc, Seal


class Phase(Word):
    """The phase of the room."""

    lobby = 0
    playing = 1
    over = 2


class Sitting(Word):
    """Who holds a seat."""

    empty = 0
    person = 1
    bot = 2


class SeatView(View):
    name: str
    sitter: Sitting
    level: str
    ready: bool
    connected: bool
    away: bool
    muted: bool
    wantsPause: bool
    program: bool = False  # a declared program sits there


class WatcherView(View):
    number: int
    name: str
    host: bool
    program: bool = False


class LineView(View):
    name: str
    kind: int  # 0 phrase, 1 emote, 2 text
    text: str
    thrownAt: str = ""  # the name of whoever an emote is thrown at


class SealStage(Word):
    """The progress of the exchange before a deal."""

    hashes = 0
    nonces = 1
    dealt = 2
    broken = 3


class SealView(View):
    match: str
    commitment: str
    start: str  # the start document
    stage: SealStage
    asked: list[int]
    hashes: list[str]  # by seat; empty: none so far
    nonces: list[str]  # published when the cards are dealt
    broken: int  # exchanges that have ended without a deal since the last one


class LessonView(View):
    done: int  # moves that have been made
    moves: int
    says: str  # the sentence for the learner, in the game's `client/lesson/`; `done`: the lesson is over
    asks: Any  # the action that the learner is asked to take; None while others move


class RoomView(View):
    code: str
    game: str
    version: int
    preset: str
    options: Any  # overrides of the preset
    phase: Phase
    host: int | None  # seat
    seats: list[SeatView]
    watchers: list[WatcherView]
    private: bool
    locked: bool
    password: bool
    watchPassword: bool
    spectators: bool
    chat: bool
    lines: list[LineView]
    epoch: int  # server time when the game clock reads zero
    paused: bool
    matches: int
    practice: bool = False  # deals come from a seed and can be foreseen; nothing counts
    failed: bool = False  # the game has failed in this match: the host may end it
    records: str = "ask"  # who will see everybody's cards in the record of the next match: open, ask, private
    record: str = ""  # the id of the last finished match's record
    fork: str = ""  # the record and the step that this room plays on from; `redealt` if hidden cards were dealt again
    seal: SealView | None = None  # the exchange of the match that is about to begin, or that began last
    lesson: LessonView | None = None  # the lesson played here


class Joined(Event, tag=129):
    name: str
    seat: int | None


class Left(Event, tag=130):
    name: str
    seat: int | None


class Sat(Event, tag=131):
    seat: int
    name: str


class Stood(Event, tag=132):
    seat: int
    name: str


class Kicked(Event, tag=133):
    name: str


class HostChanged(Event, tag=134):
    name: str


class BotSat(Event, tag=135):
    seat: int
    level: str


class MatchBegan(Event, tag=136):
    number: int


class MatchEnded(Event, tag=137):
    kind = "room_match_ended"
    winners: list[int]
    ranking: list[int]
    record: str = ""  # the id of the match's record


class Said(Event, tag=138):
    seat: int | None
    name: str
    what: int  # 0 phrase, 1 emote, 2 text
    text: str
    thrownAt: int | None = None  # the seat that an emote is thrown at


class Paused(Event, tag=139):
    name: str


class Resumed(Event, tag=140):
    pass


class WentAway(Event, tag=141):
    seat: int


class CameBack(Event, tag=142):
    seat: int


class OptionsChanged(Event, tag=143):
    pass


class GameFailed(Event, tag=144):
    """The game's code failed; the room is still there, and the host may end the match and start another."""


ROOM_EVENTS: tuple[type[Event], ...] = (
    Joined, Left, Sat, Stood, Kicked, HostChanged, BotSat, MatchBegan, MatchEnded, Said, Paused, Resumed,
    WentAway, CameBack, OptionsChanged, GameFailed,
)  # fmt: skip


def room_view(cold: Cold) -> RoomView:
    host_seat = next((i for i, s in enumerate(cold.seats) if s.player == cold.host), None)
    return RoomView(
        code=cold.code,
        game=cold.game,
        version=cold.version,
        preset=cold.preset,
        options=cold.options,
        phase=Phase(cold.phase),
        host=host_seat,
        seats=[
            SeatView(
                name=s.name,
                sitter=Sitting.bot if s.bot else Sitting.person if s.player else Sitting.empty,
                level=s.bot,
                ready=s.ready,
                connected=s.connected or bool(s.bot),
                away=s.away,
                muted=bool(s.player) and s.player in cold.muted,
                wantsPause=s.wants_pause,
                program=s.player.startswith(PROGRAM),
            )
            for s in cold.seats
        ],
        watchers=[
            WatcherView(w.number, w.name, w.player == cold.host, w.player.startswith(PROGRAM)) for w in cold.watchers
        ],
        private=cold.private,
        locked=cold.locked,
        password=bool(cold.password),
        watchPassword=bool(cold.watch_password),
        spectators=cold.spectators,
        chat=cold.chat,
        lines=[LineView(line.name, line.kind, line.text, line.to) for line in cold.lines],
        epoch=cold.base,
        paused=bool(cold.paused_at),
        matches=cold.matches,
        practice=bool(cold.practice),
        failed=cold.phase == PLAYING and cold.failures > 0,
        records=cold.records,
        record=cold.record,
        fork=cold.fork,
        seal=None if cold.seal is None else _seal_view(cold.seal),
        lesson=None if cold.lesson is None else _lesson_view(cold.lesson),
    )


def _lesson_view(lesson: LessonDoc) -> LessonView:
    return LessonView(lesson.done, lesson.moves, lesson.says, lesson.asks)


def _seal_view(seal: Seal) -> SealView:
    nonces = seal.nonces if seal.stage == DEALT else [""] * len(seal.nonces)
    return SealView(
        match=seal.match,
        commitment=seal.commitment,
        start=seal.start,
        stage=SealStage(seal.stage),
        asked=[*seal.asked],
        hashes=[*seal.hashes],
        nonces=[*nonces],
        broken=seal.broken,
    )

"""The log and the beginning of a match make all its frames again, whatever happened at the table and by which game."""

from __future__ import annotations

import hashlib
from typing import Any

import crazy_eights
import msgspec
import pytest

from games.api import AnyGame, Refused
from games.catalog import installed
from games.chance import Chance
from server.rooms import frames, hosting, player_commands, wake_times
from server.rooms.command_log import WITH_SECRETS, holders_changed, masked
from server.rooms.decide import SERVER, Command, decide
from server.rooms.decision import Decision, Who
from server.rooms.document import PLAYING, Cold, Hot, encode
from server.rooms.frames import Shown
from server.rooms.game_codec import decode_state
from server.rooms.hashing import typed
from server.rooms.replay import Beginning, Ending, Told, Whole, again, digest_of_end
from server.rooms.room import Room
from server.rooms.room_view import room_view
from server.rooms.server_commands import Due, Lost
from server.store.entries import Entry
from tests.server.rooms.room_driver import sealed

GAMES: dict[str, AnyGame] = {**installed(), "crazy-eights": crazy_eights.GAME}
SHORT: dict[str, dict[str, Any]] = {
    "crazy-eights": {},
    "doudizhu": {"preset": "standard", "options": {"deals": 1}},
    "uno": {"preset": "standard", "options": {"initialCards": 3}},
    "shandong": {"preset": "short", "options": {"startLevel": "K", "endLevel": "A"}},
}
ID = "ab" * 16
_pack = msgspec.msgpack.encode


class Table:
    """A room with a log, but without a store: time passes when something is due."""

    def __init__(self, game: AnyGame) -> None:
        self.now, self.version, self.calls = 1_000_000, 1, 0
        self.me = "ann"
        self.told: list[Entry] = []
        self.log: list[tuple[int, bytes]] = []
        self.begun: Beginning | None = None
        blank = Room(ID, game, Cold("", game.id, game.version, "", {}, "", ()), Hot())
        message = player_commands.Create(game=game.id, name="Ann", bots=game.seats[-1] - 1, **SHORT[game.id])
        d = Decision(blank, self.now, Chance(b"x"))
        hosting.create(d, Who("ann"), message, "CODE22")
        self.room, self.seen = d.room, Shown(room_view(d.room.cold), None, {})
        self.ask("ann", player_commands.Enter(room="CODE22"))

    def ask(self, player: str, command: Command) -> None:
        self.calls += 1
        who = Who(player) if player else SERVER
        command = sealed(command) if typed(command) else command
        d, _ = decide(self.room, who, command, self.now, Chance(f"chance {self.calls}".encode()))
        if d.room is self.room and not d.told:
            return
        self.version += 1
        told, self.seen = frames.written(self.room, self.seen, d, 0)
        entry = Entry(self.version, 0, *told)
        if d.room.cold.phase == PLAYING != self.room.cold.phase:
            self.begun = Beginning(self.version, encode(d.room.cold), encode(d.room.hot))
        elif self.begun is not None:
            self.told.append(entry)
            self.log.append(
                (
                    self.version,
                    _pack(
                        [
                            player,
                            masked(command) if type(command) in WITH_SECRETS else command,
                            self.now,
                            d.steps,
                            holders_changed(self.room, d.room),
                        ]
                    ),
                )
            )
        self.room = d.room

    def due(self) -> None:
        """What time brings; where nothing is due, Ann moves."""
        at = wake_times.next_wake(self.room)
        if at is None:
            state = decode_state(self.room.game, self.room.hot.state)
            action = self.room.game.random_action(state, 0, Chance(b"move", self.version))
            self.ask(self.me, player_commands.Act(n=self.room.hot.acts[0].n + 1, action=msgspec.to_builtins(action)))
            return
        self.now = max(self.now, at)
        self.ask("", Due())

    def play(self) -> Any:
        """Comings and goings, then time alone, to the end."""
        self.ask(self.me, player_commands.Start())
        self.ask("eve", player_commands.Enter(room="CODE22", name="Eve"))
        self.ask(self.me, player_commands.ChangeSettings(password="secret"))
        self.ask("bob", player_commands.Enter(room="CODE22", name="Bob", password="secret"))
        self.ask(self.me, player_commands.ChangeSettings(password="secret too", watch_password="secret as well"))
        self.ask("eve", player_commands.Enter(room="CODE22", name="Eve", password="secret as well"))
        self.ask("eve", player_commands.Rename(name="Evelyn"))
        self.ask(self.me, player_commands.Say(text="hello"))
        self.due()
        self.ask("", Lost(self.me, self.room.cold.seats[0].gen))
        self.due()
        self.ask(self.me, player_commands.Enter(room="CODE22"))
        self.to_the_end()
        return self

    def move_to(self, device: str) -> None:
        """Ann goes on there."""
        ticket = "ab" * 32
        self.ask(self.me, player_commands.Ticket(hash=hashlib.sha256(bytes.fromhex(ticket)).hexdigest()))
        self.ask(device, player_commands.Enter(room="CODE22", ticket=ticket))
        self.me = device

    def to_the_end(self) -> None:
        while self.room.cold.phase == PLAYING:
            self.due()
            if self.room.cold.phase == PLAYING and any(s.player and not s.ready for s in self.room.cold.seats):
                self.ask(self.me, player_commands.Ready(on=True))

    def again(self, player: str = "ann", **changed: Any) -> list[Whole | Told]:
        how = {
            "begun": self.begun,
            "ended": Ending(self.version, digest_of_end(self.room.hot.state, self.room.hot.step)),
            "log": self.log,
            **changed,
        }
        return [part for part in again(GAMES, ID, player=player, **how) if part is not None]


@pytest.fixture(scope="module", params=SHORT)
def table(request) -> Table:
    return Table(GAMES[request.param]).play()


def test_every_frame_comes_out_as_it_was(table: Table):
    first, *told = table.again()
    assert isinstance(first, Whole)
    assert len(told) == len(table.told) > 10
    for part, entry in zip(told, table.told, strict=True):
        assert isinstance(part, Told)
        assert (part.entry.public, part.private) == (entry.public, entry.private.get(0))


def test_who_only_watched_has_no_replay(table: Table):
    assert table.again("eve") == table.again("bob") == table.again("nobody") == []


def test_what_would_come_out_otherwise_is_not_shown(table: Table):
    holes = table.log[:5] + table.log[6:]
    for wrong in ({"log": holes}, {"log": table.log[:-1]}, {"ended": Ending(table.version, b"another")}):
        with pytest.raises(Refused, match=r"replay\.none"):
            table.again(**wrong)
    cold = msgspec.structs.replace(table.room.cold, version=99)
    with pytest.raises(Refused, match=r"replay\.none"):
        table.again(begun=Beginning(table.begun.version, encode(cold), table.begun.hot))


def test_no_password_is_in_the_log(table: Table):
    assert b"secret" not in b"".join(data for _, data in table.log)

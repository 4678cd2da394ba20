"""Measures the CPU time of a move without sockets and store (decide, frames, encoding), in random legal play of four.

python bench/micro/decide.py [GAME] [MOVES]
"""

from __future__ import annotations

import sys
import time

import msgspec

from games.catalog import installed
from games.chance import Chance
from server.protocol import decoding
from server.rooms import frames, hosting, wake_times
from server.rooms.decide import SERVER, decide
from server.rooms.decision import Decision, Who
from server.rooms.document import PLAYING, Cold, Hot, encode
from server.rooms.frames import Shown
from server.rooms.game_codec import decode_state
from server.rooms.room import Room
from server.rooms.room_view import room_view
from server.rooms.server_commands import Due

OPTIONS = {"uno": {"scoring": "winner", "targetScore": 10000, "roundBreakSeconds": 1, "fillBots": False}}


def main(game_id: str = "uno", moves: str = "20000") -> None:
    game = installed(only=[game_id])[game_id]
    chance = Chance(b"bench")
    room = Room("ab" * 16, game, Cold("", game.id, 1, "", {}, "", ()), Hot())
    seen = Shown(room_view(room.cold), None, {})
    d = Decision(room, 0, chance)
    message = decoding.decode("create", {"game": game_id, "name": "P0", "options": OPTIONS.get(game_id, {})})
    hosting.create(d, Who("p0"), message, "CODE22")
    _, seen = frames.written(room, seen, d, 1)
    room = d.room
    for seat in range(1, 4):
        d, _ = decide(
            room, Who(f"p{seat}"), decoding.decode("enter", {"room": "C", "name": f"P{seat}", "sit": True}), 0, chance
        )
        _, seen = frames.written(room, seen, d, 1)
        room = d.room
    d, _ = decide(room, Who("p0"), decoding.decode("start", {}), 0, chance)
    _, seen = frames.written(room, seen, d, 1)
    room, platform, spent, made, hot_bytes, frame_bytes = d.room, 1000, 0, 0, 0, 0
    while made < int(moves) and room.cold.phase == PLAYING:
        state = decode_state(game, room.hot.state)
        seats = list(game.to_act(state))
        action = game.random_action(state, seats[0], chance) if seats and game.random_action else None
        if action is None:
            platform = max(platform + 1, wake_times.next_wake(room) or 0)
            d, _ = decide(room, SERVER, Due(), platform, chance)
            _, seen = frames.written(room, seen, d, 1)
            room = d.room
            continue
        who = Who(f"p{seats[0]}")
        body = {"n": room.hot.acts[seats[0]].n + 1, "action": msgspec.to_builtins(action)}
        platform += 50
        began = time.perf_counter_ns()
        d, _ = decide(room, who, decoding.decode("act", body), platform, chance)
        (public, private, _), seen = frames.written(room, seen, d, 1)
        hot = encode(d.room.hot)
        wake_times.next_wake(d.room)
        spent += time.perf_counter_ns() - began
        hot_bytes += len(hot)
        frame_bytes += 4 * len(public or b"") + sum(map(len, private.values()))
        made += 1
        room = d.room
    print(
        f"{made} moves, {spent / made / 1000:.1f} us each; hot {hot_bytes / made:.0f} B;"
        f" frames {frame_bytes / made / 4:.0f} B a seat"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])

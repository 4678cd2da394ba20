"""The golden rooms of a release: every game, preset and option, and everything else that a stored room may hold."""

from __future__ import annotations

from typing import Any

from server.rooms.document import LOBBY, OVER, PLAYING, Cold, Hot
from tests.faults import golden_deeds as do
from tests.faults.golden_deeds import ask, check_replay, leave, moves, offline, start, talk, watch
from tests.faults.golden_options import DEVIATIONS, QUICK
from tests.faults.golden_party import Recipe

Json = Any

NO_HURRY = {"turnSeconds": 0}
BRISK = {"turnSeconds": 3, "afkTimeouts": 1, "initialCards": 3}
SLOW = {"turnMs": 0, "buryMs": 0, "nextRoundMs": 0, "throwChoiceMs": 0, "dealIntervalMs": 0}
BRIEF = {**QUICK, "startLevel": "K", "endLevel": "A"}

LEVELS = {"uno": ("baseline", "heuristic"), "shandong": ("baseline", "strong"), "crazy-eights": ("simple",)}
PEOPLE = {"uno": 3, "shandong": 4, "crazy-eights": 3}
LUOGU = {"luogu": 4}


def of_presets() -> list[Recipe]:
    """Each preset unchanged, played only by people, and with custom options, played with bots."""
    found = []
    for game, presets in DEVIATIONS.items():
        for number, (preset, deviations) in enumerate(presets.items()):
            people = LUOGU.get(preset, PEOPLE[game])
            level = LEVELS[game][number % len(LEVELS[game])]
            plain, own = {"preset": preset}, {"preset": preset, "options": deviations, "bots": 2, "level": level}
            found += [
                Recipe(f"{game}, {preset}", game, people, plain, (start, moves(5)), is_on),
                Recipe(f"{game}, {preset}, own rules, bots {level}", game, 2, own, (start, moves(5)), is_on, on=15),
            ]
    return found


def is_on(cold: Cold, _: Hot) -> bool:
    return cold.phase == PLAYING


def planned(_: Cold, hot: Hot) -> bool:
    return any(plan.action for plan in hot.plans)


def pondering(_: Cold, hot: Hot) -> bool:
    return any(plan.ponder for plan in hot.plans)


def ended(cold: Cold, _: Hot) -> bool:
    return cold.phase == OVER


def waiting(cold: Cold, _: Hot) -> bool:
    return cold.phase == LOBBY and watched(cold, _)


def watched(cold: Cold, _: Hot) -> bool:
    """By somebody who is connected and by somebody who is not."""
    return {True, False} == {one.connected for one in cold.watchers}


def away(cold: Cold, _: Hot) -> bool:
    return cold.phase == PLAYING and any(seat.away for seat in cold.seats)


BOTH = {"password": "sesame", "watchPassword": "peephole"}
SEATS = {"password": "sesame"}
WATCH = {"watchPassword": "peephole"}
PEEP = {"password": "peephole"}
HOST_WATCHES = (ask("stand"), start)
"""Only bots play."""

SPECIAL = [
    # Bots: what they are about to do, and what they think about.
    *(
        Recipe(f"uno, bots {level} alone", "uno", 1, {"bots": 3, "level": level}, HOST_WATCHES, planned, on=8)
        for level in LEVELS["uno"]
    ),
    Recipe("crazy eights, bots alone", "crazy-eights", 1, {"bots": 3, "level": "simple"}, HOST_WATCHES, planned, on=8),
    Recipe("shandong, bots baseline", "shandong", 1, {"bots": 3, "level": "baseline", "options": BRIEF},
           (ask("stand"), ask("bot", seat=0, level="baseline"), start), planned, on=10),
    Recipe("shandong, bots strong", "shandong", 1, {"bots": 3, "level": "strong", "options": BRIEF},
           (ask("stand"), ask("bot", seat=0, level="strong"), start), pondering, on=10),
    # Who is in the room, and how they may come in.
    *(
        Recipe(f"{game}, lobby, {name}", game, 2, {**how, "bots": 1, "private": private},
               (talk, watch("W0", **peep), watch("W1", **peep)), waiting, on=10, last=(offline("W1"),))
        for game in LEVELS
        for name, how, peep, private in (
            ("password for seats", SEATS, {}, True), ("password for watching", WATCH, PEEP, False),
            ("both passwords", BOTH, PEEP, True),
        )
    ),
    Recipe("uno, both passwords, in play, watched", "uno", 3, {**BOTH, "options": NO_HURRY},
           (start, moves(4), watch("W0", **PEEP), watch("W1", **PEEP), moves(2)), watched, last=(offline("W1"),)),
    Recipe("shandong, both passwords, in play, watched", "shandong", 4, {**BOTH, "options": {**SLOW, **QUICK}},
           (watch("W0", **PEEP), start, moves(12), watch("W1", **PEEP)), watched, last=(offline("W1"),)),
    Recipe("uno, locked, one muted, one banned", "uno", 4, {"private": False, "options": NO_HURRY},
           (talk, ask("mute", seat=1, on=True), do.kick("P3", seat=3, ban=True), ask("settings", locked=True), start,
            moves(3)), is_on),
    Recipe("crazy eights, no watchers, no chat", "crazy-eights", 2, {"spectators": "off", "chat": False},
           (start, moves(2)), is_on, on=-1),
    Recipe("shandong, host passed on, seats swapped", "shandong", 4, {"options": SLOW},
           (ask("options", preset="short", options=SLOW), ask("stand", "P3"), ask("sit", "P3"), ask("swap", a=0, b=3),
            ask("transfer", seat=1), ask("rename", "P2", name="老王"), ask("ready", "P1", on=True)),
           lambda cold, _: cold.phase == LOBBY, on=10),
    # Absent people.
    Recipe("uno, autopilot", "uno", 3, {"options": {"turnSeconds": 2, "afkTimeouts": 1}},
           (start, moves(2), do.patient), is_on, on=8),
    Recipe("uno, somebody away", "uno", 3, {"options": {"turnSeconds": 10, "afkTimeouts": 0}},
           (start, moves(3), offline("P2"), moves(2)), away, on=8),
    Recipe("uno, somebody has left", "uno", 3, {"options": NO_HURRY}, (start, moves(3), leave("P2"), moves(2)),
           lambda cold, _: cold.left, on=8),
    Recipe("shandong, autopilot", "shandong", 1,
           {"bots": 3, "level": "baseline", "options": {**QUICK, "declareMs": 4_000, "turnMs": 700, "buryMs": 700}},
           (start, do.patient), is_on, on=10),
    Recipe("shandong, somebody away", "shandong", 4, {"options": {**SLOW, **QUICK}},
           (start, moves(8), offline("P2")), away, on=10),
    Recipe("shandong, somebody stood up", "shandong", 4, {"options": {**SLOW, **QUICK}},
           (start, moves(8), ask("stand", "P3")), lambda cold, _: cold.left, on=10),
    Recipe("crazy eights, somebody away", "crazy-eights", 3, {}, (start, moves(2), offline("P2")), away, on=8),
    # The clock stands.
    Recipe("uno, paused", "uno", 2, {"options": {"turnSeconds": 60}}, (start, moves(3), do.pause),
           lambda cold, _: cold.paused_at, on=-1),
    Recipe("shandong, paused, one bot", "shandong", 3, {"bots": 1, "level": "strong", "options": {**SLOW, **QUICK}},
           (start, moves(6), do.pause), lambda cold, _: cold.paused_at, on=10),
    # Repeatable deals.
    Recipe("uno, practice", "uno", 2, {"practice": "seed-1", "options": NO_HURRY}, (start, moves(4)), is_on, on=-1),
    Recipe("shandong, practice", "shandong", 4, {"practice": "seed-2", "options": {**SLOW, **QUICK}},
           (start, moves(9)), is_on),
    # What is over, with all that is logged of it.
    Recipe("uno, over", "uno", 3, {"bots": 1, "level": "heuristic", "options": {"turnSeconds": 60}},
           (start, moves(3), do.pause, talk, do.unpause, watch("W0"), moves(-1), check_replay), ended, on=-1),
    Recipe("uno, over, much has happened", "uno", 4, {"options": BRISK},
           (start, moves(3), talk, ask("mute", seat=2, on=True), ask("rename", "P1", name="P1 小王"), watch("W0"),
            do.kick("W0", watcher=4), ask("stand", "P2"), ask("sit", "P2", seat=2), moves(2), ask("stand", "P2"),
            ask("settings", chat=False, locked=True), ask("ready", "P1", on=True), ask("back"), ask("transfer", seat=1),
            offline("P3"), moves(-1), check_replay), ended, on=8),
    Recipe("uno, over twice, rematch half asked", "uno", 2, {"options": {"initialCards": 3, "turnSeconds": 0}},
           (start, moves(-1), ask("rematch"), ask("rematch", "P1"), moves(-1), check_replay, ask("rematch")),
           ended, on=-1),
    Recipe("uno, over, somebody has left", "uno", 3, {"options": {**NO_HURRY, "initialCards": 4}},
           (start, moves(2), leave("P2"), moves(-1), check_replay), ended),
    Recipe("shandong, over, strong bot", "shandong", 3, {"bots": 1, "level": "strong", "options": BRIEF},
           (ask("swap", a=1, b=2), start, moves(-1), check_replay), ended, on=10),
    Recipe("shandong, over, rematch half asked", "shandong", 4, {"options": {**BRIEF, "throwChooser": "auto"}},
           (watch("W0"), start, talk, moves(-1), check_replay, ask("rematch", "P2")), ended),
    Recipe("crazy eights, over, rematch half asked", "crazy-eights", 2, {"bots": 1, "level": "simple"},
           (start, moves(-1), check_replay, ask("rematch")), ended, on=-1),
]  # fmt: skip

ROOMS = [*of_presets(), *SPECIAL]

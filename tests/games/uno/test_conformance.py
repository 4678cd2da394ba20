"""UNO loses no card and never gets stuck, under its presets and under any options."""

import os

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.api import HOST, BotSeat
from games.chance import Chance
from games.uno import GAME
from games.uno.options import Options
from games.uno.presets import PRESETS
from games.uno.state import State

GAMES = int(os.environ.get("UNO_GAMES", "2000"))
MOVES = 160


def override(field):
    """Any value that one option may have on its own."""
    kind = field.type
    if kind is bool:
        return st.booleans()
    return st.from_type(kind) if isinstance(kind, type) else _of(kind)


def _of(kind):
    info = msgspec.inspect.type_info(kind)
    if isinstance(info, msgspec.inspect.LiteralType):
        return st.sampled_from(info.values)
    assert isinstance(info, msgspec.inspect.IntType)
    return st.integers(info.ge, info.le)


OVERRIDES = st.fixed_dictionaries(
    {},
    optional={
        f.encode_name: override(f)
        for f in msgspec.structs.fields(Options)
        if f.encode_name not in ("minPlayers", "maxPlayers", "initialCards", "wd4Challenge", "explicitEndTurn")
    },
)


@settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    preset=st.sampled_from(list(PRESETS)), overrides=OVERRIDES, players=st.integers(2, 10), seed=st.binary(max_size=4)
)
def test_no_choice_of_options_loses_a_card_or_gets_stuck(preset, overrides, players, seed):
    options = GAME.resolve(preset, _made_to_fit(preset, overrides), players)
    whim = Chance(seed, 1)
    step = GAME.setup(options, ["human"] * players, Chance(seed), 0)
    state, now = step.state, 0
    log = []
    for number in range(1, MOVES):
        if GAME.outcome(state) is not None:
            assert not GAME.to_act(state)
            assert GAME.wake(state) is None
            break
        now += whim.between(1, 4000)
        actor, action, now = _next(state, whim, now)
        if number % 40 == 0:
            state = _stored(state)
        log.append((actor, action, number, now))
        state = GAME.apply(state, actor, action, Chance(seed, number), now).state
        assert sorted(GAME.all_cards(state)) == list(range(108))
    again = GAME.setup(options, ["human"] * players, Chance(seed), 0).state
    for actor, action, number, now in log:
        again = GAME.apply(again, actor, action, Chance(seed, number), now).state
    assert again == state


def _made_to_fit(preset, overrides):
    """The overrides without the conflicts of uno.md 3.1."""
    merged = {**PRESETS[preset], **overrides}
    enforcement = merged.get("unoEnforcement", "catch")
    fitting = {
        "wd4Challenge": merged.get("wd4Legality", "free") == "bluff",
        "explicitEndTurn": enforcement == "endTurn",
    }
    if merged.get("scoring", "none") == "none":
        fitting |= {"targetScore": 0, "maxRounds": 0}
    if enforcement == "auto":
        fitting["unoCallTiming"] = "before"
    if enforcement == "endTurn":
        fitting |= {"jumpIn": False, "sevenSwap": False, "zeroRotate": False}
    if enforcement not in ("catch", "windowAuto"):
        fitting["catchFailPenalty"] = 0
    return {**overrides, **fitting}


def _next(state, whim, now):
    """Mostly somebody who may act; sometimes, or if nobody can, the time that runs out."""
    wake = GAME.wake(state)
    if wake is None or not whim.chance(1, 10):
        seats = [s for s in GAME.may_act(state) if s in GAME.to_act(state) or whim.chance(1, 4)]
        whim.shuffle(seats)
        for seat in seats:
            action = GAME.random_action(state, seat, whim)
            if action is not None:
                return (BotSeat(seat) if seat in GAME.autopilot(state) else seat), action, now
    assert wake is not None, "nobody can act and nothing will wake the game"
    return HOST, wake.action, max(now, wake.at)


def _stored(state):
    data = msgspec.msgpack.encode(state)
    back = msgspec.msgpack.decode(data, type=State)
    assert back == state
    assert msgspec.msgpack.encode(back) == data
    return back

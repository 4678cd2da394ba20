"""Whole rounds of random legal play keep the invariants (shandong.md 2, 8.4, 10)."""

import os

import msgspec
import pytest

from games.api import HOST
from games.chance import Chance
from games.shandong import GAME
from games.shandong.actions import KINDS, Action, Cards, Declare, Pass, Play, StickClaim
from games.shandong.events import RoundEnded
from games.shandong.rules.cards import POINTS, ids_of
from games.shandong.state import Phase, State

ROUNDS = int(os.environ.get("SHANDONG_ROUNDS", "320"))
VARIANTS = [
    {},
    {"throwChooser": "auto", "throwPenalty": 10, "openDeclare": True, "startLevel": "5"},
    {"recounter": True, "allowNoTrump": True, "noDeclare": "take", "startLevel": "10"},
    {"permanentTrumps": [], "tractorAdjacency": "natural", "bottomMultiplier": "cards", "startLevel": "7"},
    {"sticking": False, "firstLead": "dealer", "specialFollow": "pairs", "ruffMatch": "exact", "startLevel": "3"},
    {"allowMixedTrumpInMixed": False, "levelJokerTractors": False, "fourJokersFlash": True, "startLevel": "K"},
    {"trumpPairNeedsBigJoker": True, "dealerBottomPenalty": True, "bottomTrumpOnly": True, "jackDemote": True},
    {"strictFollowRules": False, "declareJokerColor": True, "mustPlay": ["5", "10", "K"], "startLevel": "J"},
]


def stored(state):
    packed = msgspec.msgpack.encode(state)
    back = msgspec.msgpack.decode(packed, type=State)
    assert msgspec.msgpack.encode(back) == packed
    return back


def one_round(rules, seed, watch=lambda before, after: None):
    """The log of one round from the first card to its result, with the last state."""
    whim = Chance(seed)
    options = GAME.resolve("standard", {"dealIntervalMs": 0, **rules}, 4)
    state = stored(GAME.setup(options, ["human"] * 4, Chance(seed, 1), 0).state)
    now, log = 0, []
    while state.phase not in (Phase.round_end, Phase.match_end):
        assert len(log) < 2_000, "a round comes to its end"
        acting = [(seat, GAME.random_action(state, seat, whim)) for seat in GAME.to_act(state)]
        seat, action = next(((s, a) for s, a in acting if a is not None), (None, None))
        if action is None:
            wake = GAME.wake(state)
            assert wake is not None, "somebody acts or time passes"
            now, seat, action = wake.at, HOST, wake.action
        else:
            now += 10
        log.append((seat, action, now))
        before = state
        step = GAME.apply(stored(state), seat, action, Chance(seed, len(log) + 1), now)
        assert step.refused is None
        state = stored(step.state)
        watch(before, state)
    return log, state


def check(before, after):
    this = after.round
    assert len(list(GAME.all_cards(after))) == len(set(GAME.all_cards(after))) == 108
    if after.phase is Phase.playing and not this.trick:
        assert len({len(hand) for hand in this.hands}) == 1, "hands are equal between tricks"
    if after.phase in (Phase.declaring, Phase.countering, Phase.sticking):
        assert [len(hand) for hand in this.hands] == [26] * 4


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_two_hundred_points_in_every_round(variant):
    for number in range(ROUNDS // len(VARIANTS)):
        _, state = one_round(VARIANTS[variant], b"round %d/%d" % (variant, number), check)
        this = state.round
        assert [len(hand) for hand in this.hands] == [0] * 4
        assert sum(POINTS[c] for c in this.played) + sum(POINTS[c] for c in this.bottom) == 200
        assert this.result is not None
        assert this.result.defender_points % 5 == 0


def test_the_same_log_leads_to_the_same_round():
    for number in range(4):
        seed = b"replay %d" % number
        log, state = one_round({}, seed)
        options = GAME.resolve("standard", {"dealIntervalMs": 0}, 4)
        again = stored(GAME.setup(options, ["human"] * 4, Chance(seed, 1), 0).state)
        for place, (seat, action, now) in enumerate(log):
            again = stored(GAME.apply(again, seat, action, Chance(seed, place + 2), now).state)
        assert again == state


def test_a_round_left_to_its_timeouts_comes_to_an_end():
    options = GAME.resolve("standard", {}, 4)
    for number in range(6):
        chance = Chance(b"alone %d" % number)
        step = GAME.setup(options, ["human"] * 4, chance, 0)
        while not any(isinstance(told.public, RoundEnded) for told in step.events):
            wake = GAME.wake(step.state)
            offers = [(seat, GAME.own(step.state, seat).declares) for seat in range(4)]
            offer = next(((seat, found[0]) for seat, found in offers if found), None)
            if offer is None:
                step = GAME.apply(step.state, HOST, wake.action, chance, wake.at)
            else:
                declare = Declare(Cards(ids_of(offer[1])))
                step = GAME.apply(step.state, offer[0], declare, chance, wake.at - 1)
        assert [bool(presence) for presence in step.state.presence] == [True] * 4, "all timed out twice in a row"


def test_no_state_is_larger_than_a_kilobyte():
    def small(_, after):
        assert len(msgspec.msgpack.encode(after)) < 1_024

    for number in range(10):
        one_round({}, b"size %d" % number, small)


@pytest.mark.parametrize(
    ("sent", "action"),
    [
        ({"action": "pass"}, Pass()),
        ({"action": "pass", "payload": {}}, Pass()),
        ({"action": "pass", "payload": {"why": "no"}, "n": 3}, Pass()),
        ({"action": "play", "payload": {"cards": ["hearts_A_0"]}}, Play(Cards(["hearts_A_0"]))),
        ({"action": "play", "payload": {"cards": 3}}, Play(Cards(3))),
        ({"action": "stick_claim", "payload": {}}, StickClaim()),
    ],
)
def test_an_action_is_a_name_and_a_payload(sent, action):
    assert msgspec.convert(sent, Action, strict=True) == action


@pytest.mark.parametrize("kind", KINDS.values())
def test_an_action_is_stored_as_the_first_release_stored_it(kind):
    """Plans of bots: a worker of either version reads what the other has stored."""
    action = kind()
    as_stored = {"action": kind.__struct_config__.tag, "payload": msgspec.to_builtins(action.payload)}
    assert msgspec.msgpack.encode(action) == msgspec.msgpack.encode(as_stored)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(as_stored), type=Action) == action


@pytest.mark.parametrize(
    ("sent", "field"), [({"action": "chess"}, "action"), ({"action": "play", "payload": []}, "payload"), ({}, "action")]
)
def test_a_malformed_action_is_refused_with_the_wrong_field(sent, field):
    """As `BAD_PAYLOAD {field}`, the game's own word for it (`Game.malformed`)."""
    with pytest.raises(msgspec.ValidationError, match=rf"`(\$\.)?{field}`"):
        msgspec.convert(sent, Action, strict=True)
    assert GAME.malformed == "BAD_PAYLOAD"

"""Before a deal, the room binds itself, then the pages; nobody who plays or serves chooses the cards."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any

import crazy_eights
import pytest

from games.api import Refused
from server.rooms import frames
from server.rooms.decide import SERVER
from server.rooms.document import LOBBY, PLAYING
from server.rooms.fair_deal import commitment_of, player_in, pledge_of, secret_of
from server.rooms.server_commands import Begun, Failed
from tests.server.rooms.room_driver import Driver, plain

NONCES = {"ann": b"\x01" * 32, "ben": b"\x02" * 32, "cem": b"\x03" * 32}
FILLING = replace(crazy_eights.GAME, fill_to=lambda _: 3)


def table(*people: str, **create: Any) -> Driver:
    """Ann's room, with these people, all of whose pages take part."""
    d = Driver(**create)
    d.ask("ann", "enter", room="CODE22", deals=True)
    for person in people:
        d.ask(person, "enter", room="CODE22", name=person.title(), sit=True, deals=True)
    return d


def pledge(d: Driver, person: str, **changed: Any) -> Any:
    match = d.room.cold.seal.match
    hashed = pledge_of(bytes.fromhex(match), d.room.seat_of(person), NONCES[person]).hex()
    return d.ask(person, "pledge", **{"match": match, "hash": hashed, **changed})


def nonce(d: Driver, person: str, **changed: Any) -> Any:
    return d.ask(person, "nonce", **{"match": d.room.cold.seal.match, "nonce": NONCES[person].hex(), **changed})


def refusal(d: Driver, ask: Any, *asked: Any, **fields: Any) -> str:
    with pytest.raises(Refused) as refused:
        ask(d, *asked, **fields) if ask in (pledge, nonce) else d.ask(*asked, **fields)
    return refused.value.code


def sealed() -> Driver:
    d = table("ben")
    d.ask("ann", "start")
    return d


def dealt(d: Driver) -> Driver:
    for person in ("ann", "ben"):
        pledge(d, person)
    for person in ("ann", "ben"):
        nonce(d, person)
    return d


def played(d: Driver) -> Driver:
    """The match, to its end."""
    while d.room.cold.phase == PLAYING:
        if d.room.hot.plans or d.turn < 0:
            d.due()
        else:
            d.act(d.room.cold.seats[d.turn].player, d.legal(d.turn))
    return d


def ended(*people: str, **create: Any) -> Driver:
    """A match that ended with cards in everybody's hands, because the game had failed."""
    d = table(*people, **create)
    d.ask("ann", "start")
    d.due()
    d.command(SERVER, Failed(d.room.hot.step, acted=True))
    d.ask("ann", "end")
    return d


def own(d: Driver, person: str) -> Any:
    """What they are shown of their own, when they come back, by any worker."""
    assert plain(d.seen.owns) == plain(frames.seen(d.room).owns)
    return plain(frames.snapshot(d.room, d.seen, 0, person, 0)["own"])


def test_where_nobody_takes_part_the_match_begins_at_once():
    d = Driver()
    d.ask("ann", "enter", room="CODE22")
    d.ask("ben", "enter", room="CODE22", name="Ben", sit=True)
    d.ask("ann", "start")
    assert (d.room.cold.phase, d.room.cold.seal, d.seen.room.seal) == (PLAYING, None, None)


def test_the_room_binds_itself_first_by_the_commit_that_tells_it():
    d = sealed()
    seal, view = d.room.cold.seal, d.seen.room.seal
    assert d.room.cold.phase == LOBBY
    assert (view.match, view.commitment, view.start) == (seal.match, seal.commitment, seal.start)
    match = bytes.fromhex(seal.match)
    assert seal.commitment == commitment_of(seal.seed, match, seal.start).hex()
    start = json.loads(seal.start)
    assert [seat["player"] for seat in start["seats"]] == [player_in(match, player) for player in ("ann", "ben")]
    assert (start["game"], start["version"], start["broken"], start["last"]) == ("crazy-eights", 1, 0, "")


def test_all_hashes_are_told_before_any_nonce_is_taken():
    d = sealed()
    pledge(d, "ann")
    assert refusal(d, nonce, "ann") == "seal.early"
    pledge(d, "ben")
    assert d.seen.room.seal.stage.label == "nonces"
    assert all(d.seen.room.seal.hashes)
    nonce(d, "ann")
    assert d.seen.room.seal.nonces == ["", ""], "nobody is told a nonce before all are there"
    nonce(d, "ben")
    assert d.room.cold.phase == PLAYING
    assert d.seen.room.seal.nonces == [NONCES["ann"].hex(), NONCES["ben"].hex()]


def test_the_secret_is_made_of_the_seed_and_everybody_s_nonces():
    d = dealt(sealed())
    seal = d.room.cold.seal
    parts = bytes.fromhex(seal.commitment) + b"\x01" + NONCES["ann"] + b"\x01" + NONCES["ben"]
    assert d.room.hot.secret == hmac.new(seal.seed, parts, hashlib.sha256).digest()


def test_who_does_not_answer_is_left_out_and_nobody_waits_longer_than_a_second_and_a_half():
    d = sealed()
    began = d.platform
    pledge(d, "ann")
    d.due()
    assert d.seen.room.seal.hashes[1] == ""
    assert refusal(d, pledge, "ben") == "seal.late"
    d.due()
    assert d.room.cold.phase == PLAYING
    assert d.platform - began <= 1_500
    seal = d.room.cold.seal
    assert d.room.hot.secret == secret_of(seal.seed, bytes.fromhex(seal.commitment), [b"", b""])


def test_when_nobody_answers_at_all_the_cards_are_dealt_after_the_first_wait():
    d = sealed()
    began = d.platform
    d.due()
    assert (d.room.cold.phase, d.platform - began) == (PLAYING, 700)


def test_only_those_are_asked_whose_pages_take_part_and_are_here():
    d = table("ben", "cem")
    d.ask("ben", "enter", room="CODE22")  # from a page that does not
    d.lose("cem")
    d.ask("ann", "start")
    assert d.room.cold.seal.asked == (0,)
    assert refusal(d, pledge, "ben") == "seal.none"
    pledge(d, "ann")
    nonce(d, "ann")
    assert d.room.cold.phase == PLAYING


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("stand", {}),
        ("swap", {"a": 0, "b": 1}),
        ("options", {"preset": "standard"}),
        ("settings", {"locked": True}),
        ("settings", {"password": "secret"}),
        ("kick", {"seat": 1}),
        ("bot", {"seat": 1, "level": None}),
        ("start", {}),
        ("ready", {"on": True}),
        ("rematch", {}),
        ("sit", {"seat": 3}),
    ],
)
def test_nothing_that_the_seal_names_changes_while_it_waits(kind: str, fields: dict[str, Any]):
    d = sealed()
    before = d.room.cold
    assert refusal(d, "ask", "ann", kind, **fields) == "match.sealing"
    assert d.room.cold == before
    with pytest.raises(Refused, match=r"match\.sealing"):
        d.command(SERVER, Begun())


def test_who_comes_meanwhile_watches():
    d = sealed()
    assert d.ask("cem", "enter", room="CODE22", name="Cem", sit=True)["seat"] is None


def test_a_lost_connection_does_not_end_the_exchange():
    d = sealed()
    pledge(d, "ann")
    pledge(d, "ben")
    d.lose("ben")
    nonce(d, "ann")
    d.due()
    assert d.room.cold.phase == PLAYING
    assert d.seen.room.seal.nonces == [NONCES["ann"].hex(), ""]


def test_an_exchange_that_is_left_stays_known_and_the_next_commitment_names_it():
    d = table("ben", "cem")
    for _ in range(2):
        d.ask("ann", "start")
        last = d.room.cold.seal.commitment
        assert json.loads(d.room.cold.seal.start)["broken"] == 0, "counted anew from deal to deal"
        d.ask("cem", "leave")
        assert d.seen.room.seal.stage.label == "broken"
        assert d.room.cold.phase != PLAYING
        d.ask("cem", "enter", room="CODE22", name="Cem", sit=True, deals=True)
        d.ask("ann", "start")
        start = json.loads(d.room.cold.seal.start)
        assert (start["broken"], start["last"], d.seen.room.seal.broken) == (1, last, 1)
        d.due()
        assert d.room.cold.seal.broken == 1
        played(d)


def test_nobody_stalls_a_match_by_leaving_one_exchange_after_another():
    d = table("ben", "cem")
    d.ask("ann", "start")
    d.ask("cem", "leave")
    d.ask("cem", "enter", room="CODE22", name="Cem", sit=True, deals=True)
    d.ask("dan", "enter", room="CODE22", name="Dan")
    d.ask("ann", "start")
    assert refusal(d, "ask", "cem", "leave") == "match.sealing"
    d.ask("dan", "leave")  # whom the seal does not name
    d.due()
    assert d.room.cold.phase == PLAYING
    d.ask("cem", "leave")


def test_an_exchange_that_is_left_leaves_the_lobby_as_it_was():
    d = table("ben", game=FILLING)
    d.ask("ann", "swap", a=1, b=3)
    lobby = len(d.room.cold.seats)
    d.ask("ann", "start")
    assert len(json.loads(d.room.cold.seal.start)["seats"]) == 3
    assert len(d.room.cold.seats) == lobby
    d.ask("ben", "leave")
    assert [(doc.player, doc.bot) for doc in d.room.cold.seats] == [("ann", "")] + [("", "")] * (lobby - 1)
    assert "bot_sat" not in d.kinds
    assert d.ask("cem", "enter", room="CODE22", name="Cem", sit=True)["seat"] == 1


def test_a_page_answers_for_its_seat_in_the_start_document():
    d = table("ben", game=FILLING)
    d.ask("ann", "swap", a=1, b=3)
    d.ask("ann", "start")
    seal = d.room.cold.seal
    assert seal.asked == (0, 1)
    for person, seat in (("ann", 0), ("ben", 1)):
        hashed = pledge_of(bytes.fromhex(seal.match), seat, NONCES[person]).hex()
        d.ask(person, "pledge", match=seal.match, hash=hashed)
    for person in ("ann", "ben"):
        nonce(d, person)
    assert d.room.seat_of("ben") == 1
    assert [bool(doc.bot) for doc in d.room.cold.seats] == [False, False, True]
    assert d.seen.room.seal.nonces == [NONCES["ann"].hex(), NONCES["ben"].hex(), ""]
    assert d.kinds.count("bot_sat") == 1


def test_at_a_rematch_after_somebody_has_left_nobody_is_shown_their_cards():
    d = ended("ben", "cem")
    hands = {person: own(d, person) for person in ("ann", "ben", "cem")}
    d.ask("ben", "leave")
    d.ask("ann", "rematch")
    d.ask("cem", "rematch")
    assert d.seen.room.seal.stage.label == "hashes"
    assert own(d, "cem") == hands["cem"]
    d.due()
    assert (d.room.seat_of("cem"), d.room.cold.phase) == (1, PLAYING)
    assert own(d, "cem") not in hands.values()


@pytest.mark.parametrize("what", ["hash", "nonce"])
def test_the_first_answer_counts_and_the_same_one_may_come_again(what: str):
    d = sealed()
    for person in ("ann", "ben"):
        pledge(d, person)
    if what == "hash":
        assert pledge(d, "ann") == {}
        assert refusal(d, pledge, "ann", hash="0" * 64) == "seal.twice"
    else:
        nonce(d, "ann")
        assert nonce(d, "ann") == {}
        assert refusal(d, nonce, "ann", nonce="0" * 64) == "seal.twice"


def test_another_s_hash_and_nonce_are_of_no_use():
    d = sealed()
    pledge(d, "ann")
    pledge(d, "ben", hash=d.room.cold.seal.hashes[0])
    nonce(d, "ann")
    assert refusal(d, nonce, "ben", nonce=NONCES["ann"].hex()) == "seal.wrong"
    assert refusal(d, nonce, "ben") == "seal.wrong"
    d.due()
    assert d.seen.room.seal.nonces == [NONCES["ann"].hex(), ""]


def test_answers_for_another_match_are_refused():
    d = sealed()
    assert refusal(d, pledge, "ann", match="0" * 32) == "seal.none"
    old = d.room.cold.seal.match
    d = dealt(d)
    assert refusal(d, nonce, "ann", match=old) == "seal.none"


def test_nothing_told_and_nothing_logged_has_the_seed_or_the_secret():
    d = dealt(sealed())
    told = b"".join((entry.public or b"") + b"".join(entry.private.values()) for entry in d.entries)
    for secret in (d.room.cold.seal.seed, d.room.hot.secret):
        assert secret not in told
        assert secret.hex().encode() not in told


@pytest.mark.parametrize("create", [{"practice": "maple"}, {"bots": 1, "start": True}])
def test_practice_and_a_room_that_is_created_with_a_match_deal_at_once(create: dict[str, Any]):
    d = table(**create)
    if d.room.cold.phase != PLAYING:
        d.ask("ben", "enter", room="CODE22", name="Ben", sit=True, deals=True)
        d.ask("ann", "start")
    assert (d.room.cold.phase, d.room.cold.seal) == (PLAYING, None)


def test_the_arena_takes_no_part():
    d = table("ben")
    d.command(SERVER, Begun(b"seed"))
    assert (d.room.cold.phase, d.room.cold.seal) == (PLAYING, None)


def test_a_rematch_is_sealed_like_the_first():
    d = dealt(sealed())
    first = d.room.cold.seal
    played(d)
    d.ask("ann", "rematch")
    d.ask("ben", "rematch")
    assert d.room.cold.seal.match != first.match
    assert dealt(d).room.cold.matches == 2

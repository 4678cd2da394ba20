"""`docs/fair-deals.md`: its vectors; and deals, by the thousand, that the page, the command and its program check."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.api import Sitter
from games.catalog import installed
from games.chance import Chance
from server.records.checking_deals import ShownDeal, answers_differ, draws_differ, secret_differs, start_differs
from server.records.course import Course
from server.rooms.fair_deal import commitment_of, player_in, pledge_of, secret_of
from server.rooms.game_options import resolved_options
from tests.architecture.tree import ROOT

Json = Any
PAGE = (ROOT / "docs" / "fair-deals.md").read_text(encoding="utf-8")
NIGHTLY = bool(os.environ.get("NIGHTLY"))
DEALS, ATTACKS = (10_000, 1_000) if NIGHTLY else (400, 60)
AT_THE_PAGE = """
import { readFileSync } from "node:fs";
const { dealProblem } = await import(process.argv[1]);
const records = readFileSync(process.argv[2], "utf8").split("\\n").map((line) => JSON.parse(line));
console.log(JSON.stringify(records.map(dealProblem)));
"""


def vector(name: str) -> str:
    found = re.search(rf"^\| {re.escape(name)} \| `(.*)` \|$", PAGE, re.MULTILINE)
    assert found, name
    return found[1]


def test_the_vectors_are_right():
    seed, match, start = bytes.fromhex(vector("S")), bytes.fromhex(vector("match")), vector("start")
    nonce = bytes.fromhex(vector("nonce of seat 1"))
    commitment = commitment_of(seed, match, start)
    assert commitment.hex() == vector("commitment")
    assert (
        hashlib.sha256(b"paiju-deal-1" + seed + match + hashlib.sha256(start.encode()).digest()).digest() == commitment
    )
    assert pledge_of(match, 1, nonce).hex() == vector("its hash")
    secret = secret_of(seed, commitment, [b"", nonce, b""])
    assert secret.hex() == vector("secret, with seats 0 and 2 left out")
    chance = Chance(secret)
    numbers = " ".join(str(chance.below(n)) for n in (108, 107, 106, 105))
    assert numbers == vector("the first numbers below 108, 107, 106, 105")
    player = "00112233445566778899aabbccddeeff"
    assert player_in(match, player) == vector(f"player `{player}` in that match")


def test_the_program_is_short():
    assert len(program().splitlines()) <= 60


def program() -> str:
    found = re.search(r"```javascript\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def record(rng: random.Random) -> Json:
    """An open record, as far as its deal goes: some seats have given nonces."""
    game = installed()[rng.choice(["uno", "shandong"])]
    preset = rng.choice(list(game.presets))
    seats = 4 if game.id == "shandong" else rng.choice([2, 3, 4])
    levels = [rng.choice(["", "", game.bot_levels[0]]) for _ in range(seats)]
    match, seed = rng.randbytes(16), rng.randbytes(32)
    about = {"game": game.id, "version": game.version, "preset": preset, "options": {}, "broken": 0}
    start = json.dumps({**about, "last": "", "seats": [{"player": rng.randbytes(16).hex(), "bot": b} for b in levels]})
    nonces = [rng.randbytes(32) if not level and rng.random() < 0.8 else b"" for level in levels]
    hashes = [pledge_of(match, seat, nonce).hex() if nonce else "" for seat, nonce in enumerate(nonces)]
    commitment = commitment_of(seed, match, start)
    secret = secret_of(seed, commitment, nonces)
    sitters: list[Sitter] = ["bot" if level else "human" for level in levels]
    draws = Course.dealt(game, resolved_options(game, preset, {}, seats), sitters, secret).draws
    deal = {
        "match": match.hex(), "commitment": commitment.hex(), "start": start, "hashes": hashes,
        "nonces": [nonce.hex() for nonce in nonces], "broken": 0, "seed": seed.hex(),
    }  # fmt: skip
    seated = [{"level": level} for level in levels]
    del about["broken"]
    return {**about, "seats": seated, "deal": deal, "secret": secret.hex(), "draws": draws}


def by_the_command(one: Json) -> str:
    deal = ShownDeal(**one["deal"])
    about = {name: one[name] for name in ("game", "version", "preset", "options")}
    return (
        start_differs(deal, [seat["level"] for seat in one["seats"]], about)
        or answers_differ(deal)
        or secret_differs(deal, one["secret"])
        or draws_differ(bytes.fromhex(one["secret"]), one["draws"])
    )


def found_by(folder: Path, records: list[Json]) -> list[list[bool]]:
    """For each record, whether the command, the page and the program find something wrong."""
    lines = folder / "all.json"
    lines.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    script = ["node", "--input-type=module", "-e", AT_THE_PAGE, str(ROOT / "static/js/deals.js"), str(lines)]
    at_the_page = json.loads(subprocess.run(script, capture_output=True, check=True, text=True).stdout)
    (folder / "check.mjs").write_text(program(), encoding="utf-8")
    for number, one in enumerate(records):
        (folder / f"{number}.json").write_text(json.dumps(one), encoding="utf-8")
    files = [f"{number}.json" for number in range(len(records))]
    run = subprocess.run(["node", "check.mjs", *files], cwd=folder, capture_output=True, check=False, text=True)
    said = run.stdout.splitlines()
    assert len(said) == len(records), run.stderr
    assert run.returncode == any(line.startswith("WRONG") for line in said)
    return [
        [bool(by_the_command(one)), bool(page), line.startswith("WRONG")]
        for one, page, line in zip(records, at_the_page, said, strict=True)
    ]


def test_deals_are_verified_by_all_three(tmp_path: Path, rng: random.Random):
    records = [record(rng) for _ in range(DEALS)]
    assert [n for n, found in enumerate(found_by(tmp_path, records)) if any(found)] == []


def with_a_nonce(rng: random.Random) -> Json:
    while True:
        one = record(rng)
        if sum(map(bool, one["deal"]["nonces"])) > 1:
            return one


def card_changed(one: Json, rng: random.Random) -> None:
    at = rng.randrange(len(one["draws"]))
    n, drawn = one["draws"][at]
    one["draws"][at] = (n, (drawn + 1) % n if n > 1 else 1)


def other_order(one: Json, rng: random.Random) -> None:
    draws = one["draws"]
    while True:
        a, b = rng.sample(range(len(draws)), 2)
        if draws[a][1] != draws[b][1]:
            draws[a], draws[b] = (draws[a][0], draws[b][1]), (draws[b][0], draws[a][1])
            return


def seed_replaced(one: Json, rng: random.Random) -> None:
    """And everything recomputed from it, except for the published commitment."""
    deal, seed = one["deal"], rng.randbytes(32)
    deal["seed"] = seed.hex()
    nonces = [bytes.fromhex(nonce) for nonce in deal["nonces"]]
    secret = secret_of(seed, bytes.fromhex(deal["commitment"]), nonces)
    one["secret"] = secret.hex()
    chance = Chance(secret)
    one["draws"] = [(n, chance.below(n)) for n, _ in one["draws"]]


def seats_swapped(one: Json, rng: random.Random) -> None:
    start = json.loads(one["deal"]["start"])
    a, b = rng.sample(range(len(start["seats"])), 2)
    start["seats"][a], start["seats"][b] = start["seats"][b], start["seats"][a]
    one["deal"]["start"] = json.dumps(start)


def options_changed(one: Json, rng: random.Random) -> None:
    one["options"] = {"initialCards": rng.randrange(1, 10)}


def nonce_dropped(one: Json, rng: random.Random) -> None:
    seat = rng.choice([seat for seat, nonce in enumerate(one["deal"]["nonces"]) if nonce])
    one["deal"]["nonces"][seat] = ""


def nonce_copied(one: Json, rng: random.Random) -> None:
    deal = one["deal"]
    a, b = rng.sample([seat for seat, nonce in enumerate(deal["nonces"]) if nonce], 2)
    deal["nonces"][a], deal["hashes"][a] = deal["nonces"][b], deal["hashes"][b]


def nonce_of_another_match(one: Json, rng: random.Random) -> None:
    deal, nonce = one["deal"], rng.randbytes(32)
    seat = rng.choice([seat for seat, given in enumerate(deal["nonces"]) if given])
    deal["nonces"][seat], deal["hashes"][seat] = nonce.hex(), pledge_of(rng.randbytes(16), seat, nonce).hex()


@pytest.mark.parametrize(
    "attack",
    [
        card_changed, other_order, seed_replaced, seats_swapped, options_changed, nonce_dropped, nonce_copied,
        nonce_of_another_match,
    ],
    ids=lambda attack: attack.__name__,
)  # fmt: skip
def test_every_attack_is_found_by_all_three(
    tmp_path: Path, rng: random.Random, attack: Callable[[Json, random.Random], None]
):
    records = [copy.deepcopy(with_a_nonce(rng)) for _ in range(ATTACKS)]
    for one in records:
        attack(one, rng)
    assert [n for n, found in enumerate(found_by(tmp_path, records)) if not all(found)] == []

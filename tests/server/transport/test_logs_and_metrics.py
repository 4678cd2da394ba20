"""Logs tell no secrets and cannot be flooded; metrics count cheaply."""

from __future__ import annotations

import contextlib
import json
import logging

from server.base.logs import JsonLines, Slowed
from server.base.metrics import Metrics
from server.doors.gate.tokens import Tokens
from tests.server.transport.edge_driver import CREATE, Refusal, Serving, official


def record(text: str, *values: object, logger: str = "paiju.test", **extra: object) -> logging.LogRecord:
    made = logging.LogRecord(logger, logging.INFO, __file__, 1, text, values, None)
    made.__dict__.update(extra)
    return made


def test_what_users_typed_cannot_break_a_line_or_colour_a_terminal():
    line = JsonLines().format(record("name %s", 'a\r\nb\x1b[31m"\u202e'))
    assert "\n" not in line
    assert "\x1b" not in line
    assert line.isascii()
    assert json.loads(line)["text"] == 'name a\r\nb\x1b[31m"\u202e'


def test_a_token_is_never_written_not_even_in_a_trace():
    token = Tokens(b"x" * 32).identify(None).token
    try:
        raise ValueError(token)
    except ValueError as error:
        made = record("it was %s", token)
        made.exc_info = (ValueError, error, error.__traceback__)
    assert token not in JsonLines().format(made)


def test_extra_fields_stand_beside_the_text():
    assert json.loads(JsonLines().format(record("ready", worker="w1")))["worker"] == "w1"


def test_a_flood_of_lines_is_cut_and_counted():
    slowed = Slowed(rate=0.001, burst=5)
    assert sum(slowed.filter(record("x")) for _ in range(1000)) == 5
    assert slowed.filter(record("y", logger="paiju.other")), "another logger still speaks"
    late = record("z")
    late.created += 10_000
    assert slowed.filter(late)
    assert vars(late)["left_out"] == 995


def test_durations_are_a_histogram_that_prometheus_reads():
    metrics = Metrics()
    metrics.answers.observe(0.0003)
    metrics.answers.observe(99)
    with metrics.answers.timed():
        pass
    text = metrics.text().decode()
    assert 'paiju_answer_seconds_bucket{le="0.0002"} 1.0' in text
    assert 'paiju_answer_seconds_bucket{le="0.0005"} 2.0' in text
    assert 'paiju_answer_seconds_bucket{le="+Inf"} 3.0' in text
    assert "paiju_answer_seconds_count 3.0" in text


def test_a_block_that_fails_is_timed_too():
    metrics = Metrics()
    with contextlib.suppress(ValueError), metrics.answers.timed():
        raise ValueError
    assert b"paiju_answer_seconds_count 1.0" in metrics.text()


async def test_commits_refusals_and_entries_are_counted(at: Serving):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE))["code"]
        await ann.ask("enter", room=code)
        text = at.edge.metrics.text().decode()
    assert "paiju_commit_seconds_count 2.0" in text
    assert 'paiju_entered_total{how="anew"} 1.0' in text
    assert "paiju_rooms 1.0" in text
    assert "paiju_seats 1.0" in text


async def test_what_rules_take_to_judge_is_measured_apart_from_the_store(at: Serving):
    async with official(at) as ann:
        code = (await ann.ask("create", **CREATE, bots=1, start=True))["code"]
        await ann.ask("enter", room=code)
        for move in ({"type": "play", "card": "nonsense"}, {"type": "draw"}):
            with contextlib.suppress(Refusal):
                await ann.ask("check", action=move)
        counted = dict(line.rsplit(" ", 1) for line in at.edge.metrics.text().decode().splitlines() if line[0] != "#")
    assert counted["paiju_check_seconds_count"] == "2.0"
    assert float(counted["paiju_decide_seconds_count"]) >= 1

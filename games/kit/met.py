"""Which of a game's declarations have occurred in play: events, actions, refusals, reasons and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from games import texts

from ..api import HOST, AnyGame, Refused, Step
from ..views import View, Word
from .match import Match, kind_of
from .promise import need_plain, refusal

Tally = Counter[tuple[str, ...]]
KINDS: Final[Mapping[str, str]] = {
    "event": "events", "action": "actions", "code": "refusals", "reason": "reasons", "word": "words",
}  # fmt: skip


def meet(match: Match, answer: Step[Any] | Refused) -> None:
    """Note the refusal, if it is one, with the names of its parameters."""
    refused = refusal(answer)
    if refused is not None:
        need_plain(refused.params, f"{refused!r} has the parameters")
        match.tally["code", refused.code, *sorted(refused.params)] += 1


def meet_everything(match: Match) -> None:
    """Note the events, actions and refusals of the match itself."""
    for step in (match.opening, *(moment.step for moment in match.moments)):
        meet(match, step)
        for told in step.events:
            for event in (told.public, *told.secret.values()):
                if event is not None:
                    match.tally["event", event.kind] += 1
    for moment in match.moments:
        if moment.actor != HOST:
            match.tally["action", str(kind_of(moment.action))] += 1


def meet_words(match: Match, view: Any) -> None:
    """Note every Word in a view that has come back from the wire."""
    if isinstance(view, Word):
        match.tally["word", f"{type(view).__name__}.{view.label}"] += 1
    elif isinstance(view, View):
        for name in view.__struct_fields__:
            meet_words(match, getattr(view, name))
    elif isinstance(view, list | tuple):
        for item in view:
            meet_words(match, item)


def coverage(game: AnyGame, tally: Tally) -> Iterator[tuple[str, int, int, list[str]]]:
    """For each kind: how many have occurred, out of how many, and which never have."""
    declared: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for key in texts.needed(game):
        kind, _, rest = key.partition(".")
        if kind in declared:
            declared[kind].add(rest)
    declared["code"] |= texts.codes_in_source(texts.package_of(game))
    for kind, called in KINDS.items():
        met = {key[1] for key in tally if key[0] == kind}
        wanted = declared[kind] | met
        yield called, len(met), len(wanted), sorted(wanted - met)

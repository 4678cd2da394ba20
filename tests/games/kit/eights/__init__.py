"""A whole small game of its own, in which faults are planted: the example of that name may change, this does not."""

from games.api import Game, Outcome, Wake, WakeUp

from .audit import all_cards, listed, random_action, redeal
from .bot import bot
from .cards import NAMES, points
from .rules import apply, over, setup, winners
from .sight import own, table
from .state import Draw, Options, Pass, Play, State
from .views import Drew, Ended, Own, Passed, Played, Recycled, Table


def to_act(state: State) -> list[int]:
    return [] if over(state) else [state.turn]


def wake(state: State) -> Wake | None:
    return Wake(state.deadline, WakeUp("turn", state.number)) if state.limit_ms and not over(state) else None


def outcome(state: State) -> Outcome | None:
    if not over(state):
        return None
    scores = [points(hand) for hand in state.hands]
    ranking = sorted(range(len(scores)), key=lambda seat: scores[seat])
    return Outcome(winners(state), ranking, scores, reason="out" if 0 in scores else "blocked")


GAME: Game[Options, State, Play | Draw | Pass, Table, Own] = Game(
    id="crazy-eights",
    seats=range(2, 7),
    Options=Options,
    presets={"standard": {}, "timed": {"turnSeconds": 30}},
    State=State,
    Action=Play | Draw | Pass,
    Table=Table,
    Own=Own,
    events=[Played, Drew, Passed, Recycled, Ended],
    names={"cards": NAMES},
    setup=setup,
    apply=apply,
    to_act=to_act,
    may_act=to_act,
    table=table,
    own=own,
    outcome=outcome,
    wake=wake,
    autopilot=lambda state: [] if over(state) else state.away,
    bot=bot,
    bot_levels=["simple"],
    listed=listed,
    all_cards=all_cards,
    redeal=redeal,
    random_action=random_action,
)

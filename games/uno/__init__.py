"""UNO by the rules in docs/rules/uno.md."""

from __future__ import annotations

from games.api import Game
from games.uno.audit.measuring import BLUNDERS, gains, reshuffle
from games.uno.audit.proofs import all_cards, listed, random_action, redeal
from games.uno.audit.vectors import run_vector
from games.uno.bots.levels import FORMER_LEVELS, LEVELS, MEASURED_LEVELS, bot
from games.uno.bots.reviewing import review
from games.uno.rules.leaving import autopilot
from games.uno.rules.legal import may_act, to_act
from games.uno.rules.round_end import outcome
from games.uno.rules.round_start import setup
from games.uno.rules.timers import wake
from games.uno.rules.validation import apply
from games.uno.views.build import own, table
from games.uno.views.types import Own, Table

from .actions import Action, misread
from .cards import CARD_ID, CARD_OBJECTS
from .events import EVENTS, HandRevealed
from .lesson import LESSON
from .options import OPTION_GROUPS, Options, fill_to, resolve, seats_for
from .presets import PRESETS
from .state import State

GAME: Game[Options, State, Action, Table, Own] = Game(
    id="uno",
    seats=range(2, 11),
    Options=Options,
    presets=PRESETS,
    State=State,
    Action=Action,
    Table=Table,
    Own=Own,
    events=EVENTS,
    names={"cards": CARD_OBJECTS, "cardIds": CARD_ID},
    setup=setup,
    apply=apply,
    to_act=to_act,
    may_act=may_act,
    table=table,
    own=own,
    outcome=outcome,
    wake=wake,
    autopilot=autopilot,
    resolve=resolve,
    seats_for=seats_for,
    seats_option="maxPlayers",
    option_groups=OPTION_GROUPS,
    pausable=lambda options: options.leaderboard != "arena",
    boards=("arena", "sandbox", "casual"),
    plain_boards=True,
    not_started="GAME_NOT_STARTED",
    ended="GAME_ENDED",
    malformed="INVALID_ACTION",
    misread=misread,
    bot=bot,
    bot_levels=LEVELS,
    former_levels=FORMER_LEVELS,
    measured_levels=MEASURED_LEVELS,
    gains=gains,
    blunders=BLUNDERS,
    review=review,
    reshuffle=reshuffle,
    auto_level=lambda options: options.bot_level,
    fill_to=fill_to,
    lesson=LESSON,
    listed=listed,
    unlisted=("SKIP_TURN", "CHALLENGE_UNO", "READY_NEXT"),  # a free pass, a catch that is fined, ready once more
    timely=("CATCH_TOO_EARLY", "STALE_ACTION"),  # STALE: a jump-in just after one's own timeout (uno.md 5.3, 9 a)
    all_cards=all_cards,
    redeal=redeal,
    reveals=(HandRevealed,),
    random_action=random_action,
    run_vector=run_vector,
    package="games.uno",
)

"""山东升级 (Shandong Upgrade): two decks, four seats, fixed partners. The rules are in docs/rules/shandong.md."""

from __future__ import annotations

from typing import Final

from games.api import Game
from games.shandong.audit.measuring import gains
from games.shandong.audit.random_play import listed, random_action
from games.shandong.audit.redealing import all_cards, redeal
from games.shandong.audit.vectors import run_vector
from games.shandong.rules.phases.awaiting import awaited, may_act
from games.shandong.rules.phases.match import apply, autopilot, outcome, setup
from games.shandong.rules.phases.timing import wake
from games.shandong.views.own import own
from games.shandong.views.static_tables import NAMES
from games.shandong.views.structs import Own, Table
from games.shandong.views.table import table, watch

from .actions import KINDS, Action
from .bots.blunders import BLUNDERS
from .bots.former import FORMER_LEVELS, RENAMED_LEVELS
from .bots.player import LEVELS, NORMAL, bot, ponder
from .bots.reviewing import review
from .bots.seeing_all import ponder_knowing
from .events import EVENTS, RoundEnded, ThrowFailed, TrumpRevealed
from .lesson import LESSON
from .options import OPTION_GROUPS, PRESETS, TEAMS, Rules, resolve
from .state import State

GAME: Final[Game[Rules, State, Action, Table, Own]] = Game(
    id="shandong",
    seats=range(4, 5),
    Options=Rules,
    presets=PRESETS,
    State=State,
    Action=Action,
    Table=Table,
    Own=Own,
    events=EVENTS,
    names=NAMES,
    setup=setup,
    apply=apply,
    to_act=awaited,
    may_act=may_act,
    table=table,
    own=own,
    outcome=outcome,
    wake=wake,
    autopilot=autopilot,
    watch=watch,
    resolve=resolve,
    boards=("casual",),
    teams=TEAMS,
    option_groups=OPTION_GROUPS,
    malformed="BAD_PAYLOAD",
    bot=bot,
    ponder=ponder,
    ponder_knowing=ponder_knowing,
    bot_levels=LEVELS,
    former_levels=FORMER_LEVELS,
    renamed_levels=RENAMED_LEVELS,
    auto_level=lambda _: NORMAL,
    lesson=LESSON,
    listed=listed,
    unlisted=KINDS.keys() - {"pass"},  # its lists of cards are only suggestions
    all_cards=all_cards,
    redeal=redeal,
    reveals=(ThrowFailed, TrumpRevealed, RoundEnded),
    gains=gains,
    blunders=BLUNDERS,
    review=review,
    random_action=random_action,
    run_vector=run_vector,
    package="games.shandong",
)

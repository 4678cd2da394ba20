"""山东升级 (Shandong Upgrade): two decks, four seats, fixed partners. The rules are in docs/rules/shandong.md."""

from __future__ import annotations

from typing import Final

from games.api import Game

from .actions import ACTIONS, Act
from .awaiting import awaited, may_act
from .bots.player import LEVELS, bot, ponder
from .events import EVENTS, RoundEnded, ThrowFailed, TrumpRevealed
from .names import NAMES
from .options import PRESETS, Options, resolve
from .own import own
from .random_play import listed, random_action
from .redealing import all_cards, redeal
from .rules import apply, autopilot, outcome, setup
from .state import State
from .table import table, watch
from .timing import wake
from .vectors import run_vector
from .views import Own, Table

GAME: Final[Game[Options, State, Act, Table, Own]] = Game(
    id="shandong",
    seats=range(4, 5),
    Options=Options,
    presets=PRESETS,
    State=State,
    Action=Act,
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
    malformed="BAD_PAYLOAD",
    bot=bot,
    ponder=ponder,
    bot_levels=LEVELS,
    listed=listed,
    unlisted=ACTIONS.keys() - {"pass"},  # its lists of cards are suggestions
    all_cards=all_cards,
    redeal=redeal,
    reveals=(ThrowFailed, TrumpRevealed, RoundEnded),
    random_action=random_action,
    run_vector=run_vector,
    package="games.shandong",
)

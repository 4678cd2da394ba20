"""斗地主 (Dou Dizhu) as a Paiju game."""

from games.simple import game_of

from . import rules
from .bot import bot

GAME = game_of(
    rules,
    "doudizhu",
    seats=range(3, 4),
    presets={"standard": {}, "long": {"deals": 10}, "timed": {"turnSeconds": 30}},
    events=[rules.AllPassed, rules.Spring],
    reveals=[rules.Landlord, rules.RoundOver],
    bot=bot,
)

"""The small surface: a state whose fields say who sees them, and a handful of functions (docs/your-first-game.md)."""

from ..api import Refused as Refused
from ..marks import Deadline as Deadline
from ..marks import PerSeat as PerSeat
from ..marks import Seat as Seat
from ..marks import Team as Team
from .making import game as game
from .making import game_of as game_of
from .marks import Action as Action
from .marks import Card as Card
from .marks import Event as Event
from .marks import PerOwner as PerOwner
from .marks import Pick as Pick
from .marks import Pile as Pile
from .marks import Private as Private
from .marks import Public as Public
from .marks import Secret as Secret
from .marks import Shown as Shown
from .parts import Context as Context
from .parts import Kept as Kept
from .parts import NoOptions as NoOptions
from .parts import Points as Points
from .parts import Teams as Teams

"""Cards in views and events: small ints for entries of the game's static tables."""

from __future__ import annotations

from typing import Annotated

from games.views import Named

CardFace = Annotated[int, Named("cards")]
"""A card as its object in uno.md 2."""
CardId = Annotated[int, Named("cardIds")]
"""A card as the text of its id."""

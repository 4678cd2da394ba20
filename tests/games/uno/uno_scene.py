"""Scenes for tests: a table set up by hand, and steps with what is expected of them."""

from games.uno import GAME

PILE = ("yellow-1-76", "yellow-1-77", "yellow-2-78", "yellow-2-79", "green-1-51", "green-1-52", "green-2-54")
SERVER = "@server"


def step(player, action, *, at=None, expect=None, **payload):
    found = {"player": player, "action": action, "payload": payload, "expect": expect or {}}
    return found if at is None else {**found, "at": at}


def plays(player, card, *, at=None, expect=None, **payload):
    return step(player, "PLAY_CARD", at=at, expect=expect, cardId=card, **payload)


def refused(code, penalty=None, **found):
    return {"ok": False, "code": code, **({} if penalty is None else {"penalty": penalty}), **found}


def differs(
    hands,
    *steps,
    preset="standard",
    options=None,
    top="red-9-17",
    under=(),
    color="red",
    pile=PILE,
    current="A",
    direction=1,
    dealer=None,
    turn=1,
    final=None,
    **setup,
):
    """What differs from the expectations when these steps are played."""
    players = list(hands)
    return GAME.run_vector(
        {
            "name": "scene",
            "kind": "play",
            "preset": preset,
            "options": options or {},
            "players": players,
            "setup": {
                "hands": {p: cards.split() for p, cards in hands.items()},
                "discard": [*under, top],
                "color": color,
                "drawPile": list(pile),
                "current": current,
                "direction": direction,
                "dealer": dealer or players[-1],
                "turnNumber": turn,
                **setup,
            },
            "steps": list(steps),
            "final": final or {},
        }
    )


def dealt(players, deck, *steps, dealer=None, preset="standard", options=None, after=None, final=None):
    """What differs when a round is dealt from this deck."""
    return GAME.run_vector(
        {
            "name": "deal",
            "kind": "deal",
            "preset": preset,
            "options": {"initialCards": 2, **(options or {})},
            "players": list(players),
            "setup": {"dealer": dealer or players[-1], "deck": deck.split()},
            "afterDeal": after or {},
            "steps": list(steps),
            "final": final or {},
        }
    )

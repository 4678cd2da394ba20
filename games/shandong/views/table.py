"""The half of a view that everybody sees (shandong.md 11)."""

from __future__ import annotations

from games.shandong.rules.hand_order import sort_hand
from games.shandong.rules.keep_values import BURIED
from games.shandong.rules.levels import next_threshold
from games.shandong.rules.phases.awaiting import may_act
from games.shandong.rules.phases.burying import trump_cards
from games.shandong.rules.tricks import trick_winner
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import identify_card_type
from games.shandong.state import Phase, Result, Round, Shown, State, Throw, team

from .structs import FailedThrow, Play, RoundResult, ShownCards, Table, Trick, WonTrick
from .words import Bid, Group, Kind, Winner, joker_rank


def table(state: State) -> Table:
    this, rules, trumps = state.round, state.rules, state.trumps
    open_trumps = this.revealed or rules.open_declare
    over = state.phase in (Phase.round_end, Phase.match_end)
    return Table(
        phase=state.phase,
        round=state.number,
        level=state.level,
        teamLevels=list(state.levels),
        dealer=state.dealer,
        burier=this.burier,
        currentTurn=this.turn,
        deadline=state.deadline,
        startsAt=this.deals_from if state.phase is Phase.dealing else None,
        handCounts=[len(hand) for hand in this.hands],
        bottomCount=BURIED if this.deck or this.bottom else 0,
        declarer=this.declarer,
        trumpHolder=this.trump_holder,
        trumpSuit=this.trump_suit if open_trumps else None,
        revealed=this.revealed,
        shown=_shown(state),
        mayAct=list(may_act(state)),
        passed=list(this.passed),
        claim=this.claim,
        givenBack=len(this.stick.given) if this.stick else 0,
        trick=_trick(this, trumps),
        lastTrick=_last_trick(this),
        played=list(this.played),
        throws=[_failed(state, failed) for failed in this.failed],
        defenderPoints=this.points,
        bottom=list(this.bottom) if over else None,
        result=_result(state, this.result) if this.result else None,
        ready=list(state.ready),
        presence=list(state.presence),
        bots=list(state.bots),
        hands=None,
        house=state.house,
        constantTrumps=trumps.constants,
        suitTrumps=trumps.suit_trumps if open_trumps else [],
        nextThreshold=next_threshold(this.points),
    )


def watch(state: State) -> Table:
    """The spectators' view: with `spectatorsSeeAll`, every hand; the trump suit only when all know it (11)."""
    seen = table(state)
    if state.rules.spectators_see_all:
        known = state.round.revealed or state.rules.open_declare
        trumps = state.trumps if known else state.dark_trumps
        seen.hands = [sort_hand(hand, trumps) for hand in state.round.hands]
    return seen


def shown_cards(shown: Shown, bid: Bid, dark: int, known: bool) -> ShownCards:
    """The shown cards, for a viewer who knows or does not know the last `dark` ones (10.4)."""
    jokers = [joker_rank(c) for c in shown.cards[:-dark]]
    return ShownCards(shown.seat, bid, jokers, 0 if known else dark, list(shown.cards) if known else None)


def all_shown(state: State) -> list[tuple[Shown, Bid, int]]:
    """Everything shown in this round, in order, with the number of dark cards."""
    this = state.round
    found = [(this.declared, Bid.declare, 2)] if this.declared else []
    found += [(counter, Bid.counter, 2) for counter in this.counters]
    if this.stick:
        found.append((Shown(this.stick.seat, this.stick.cards), Bid.stick, 4))
    return found


def _shown(state: State) -> list[ShownCards]:
    turned_up = trump_cards(state) if state.round.revealed else None
    return [
        shown_cards(shown, bid, dark, known=state.rules.open_declare or shown == turned_up)
        for shown, bid, dark in all_shown(state)
    ]


def _plays(leader: int, plays: tuple[tuple[int, ...], ...] | list[tuple[int, ...]]) -> list[Play]:
    return [Play((leader + place) % 4, list(cards)) for place, cards in enumerate(plays)]


def _trick(this: Round, trumps: Trumps) -> Trick | None:
    if not this.trick:
        return None
    lead = identify_card_type(this.trick[0], trumps)
    assert lead.suit is not None
    winning = (this.leader + trick_winner(lead, this.trick, trumps)) % 4
    return Trick(this.leader, Kind[lead.type], lead.suit, _plays(this.leader, this.trick), winning)


def _last_trick(this: Round) -> WonTrick | None:
    last = this.last
    return None if last is None else WonTrick(last.leader, _plays(last.leader, last.plays), last.winner, last.points)


def _failed(state: State, failed: Throw) -> FailedThrow:
    return FailedThrow(
        failed.seat, list(failed.attempted), groups(state, failed.candidates), failed.chooser, failed.choice
    )


def groups(state: State, candidates: tuple[tuple[int, ...], ...]) -> list[Group]:
    """The candidates of a failed throw with their types."""
    return [Group(Kind[identify_card_type(cards, state.trumps).type], list(cards)) for cards in candidates]


def _result(state: State, result: Result) -> RoundResult:
    last = state.round.last
    assert last is not None
    assert state.dealer is not None
    dealers = team(state.dealer)
    return RoundResult(
        Winner.dealer if result.dealer_keeps else Winner.defenders,
        result.steps,
        list(result.levels),
        result.next_dealer,
        result.match_winner,
        result.bottom_points,
        result.multiplier,
        result.defender_delta,
        result.defender_points,
        dealers if result.dealer_keeps else 1 - dealers,
        team(last.winner) != dealers and result.multiplier > 0,
    )

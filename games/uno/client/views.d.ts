// Made by `make view-types`; do not edit.
// What the fields mean: games/uno/views/types.py, games/uno/events.py

export type Color = "red" | "blue" | "green" | "yellow";

export type Phase = "chooseColor" | "turn" | "drawn" | "pendingDraw" | "turnEnd" | "roundEnd" | "matchEnd";

export type SkipReason = "skip" | "reverse" | "draw_two" | "wild_draw_four" | "draw" | "challenge";

export type DrawReason =
  | "turn"
  | "timeout"
  | "draw_two"
  | "wild_draw_four"
  | "stack"
  | "first_discard"
  | "uno_caught"
  | "uno_bypass"
  | "uno_end_turn"
  | "catch_failed"
  | "challenge_guilty"
  | "challenge_failed"
  | "illegal_action"
  | "out_of_turn";

export type Reason = "out" | "stalemate" | "abandoned";

export type Status = "playing" | "ended";

export type Did =
  | "PLAY_CARD"
  | "DRAW_CARD"
  | "SKIP_TURN"
  | "CALL_UNO"
  | "CHALLENGE_WD4"
  | "CHOOSE_COLOR"
  | "CHALLENGE_UNO"
  | "READY_NEXT"
  | "TIMEOUT";

export type Control = "human" | "bot";

export type Enforcement = "catch" | "windowAuto" | "auto" | "endTurn" | "off";

/** What an entry of each static table is. */
export type Names = {
  cards: {
    id: string;
    color: "red" | "blue" | "green" | "yellow" | null;
    type: "number" | "skip" | "reverse" | "draw_two" | "wild" | "wild_draw_four";
    value: number | null;
  };
  cardIds: string;
};

export type MatchStarted = {
  type: "match_started";
  players: number[];
};

export type DealerDraw = {
  type: "dealer_draw";
  draws: DealerCard[];
  dealerId: number;
};

export type DealerCard = {
  playerId: number;
  card: Names["cards"];
};

export type FirstDiscardRejected = {
  type: "first_discard_rejected";
  card: Names["cards"];
};

export type RoundStarted = {
  type: "round_started";
  roundNumber: number;
  dealerId: number;
  topCard: Names["cards"];
  currentColor: Color | null;
  handCounts: number[];
  deckCount: number;
};

export type HandDealt = {
  type: "hand_dealt";
  cards: Names["cards"][];
};

export type TurnStarted = {
  type: "turn_started";
  playerId: number;
  turnNumber: number;
  phase: Phase;
  deadline: number | null;
};

export type CardPlayed = {
  type: "card_played";
  playerId: number;
  card: Names["cards"];
  currentColor: Color | null;
  cardCount: number;
  jumpIn: boolean;
};

export type JumpedIn = {
  type: "jumped_in";
  playerId: number;
};

export type ColorChosen = {
  type: "color_chosen";
  playerId: number;
  color: Color | null;
};

export type DirectionChanged = {
  type: "direction_changed";
  direction: number;
};

export type TurnSkipped = {
  type: "turn_skipped";
  playerId: number;
  reason: SkipReason;
};

export type DrawPending = {
  type: "draw_pending";
  playerId: number;
  amount: number;
  canStack: boolean;
  canChallenge: boolean;
};

export type CardsDrawn = {
  type: "cards_drawn";
  playerId: number;
  count: number;
  requested: number;
  reason: DrawReason;
  cardCount: number;
  cards: Names["cards"][] | null;
};

export type TurnPassed = {
  type: "turn_passed";
  playerId: number;
};

export type UnoCalled = {
  type: "uno_called";
  playerId: number;
};

export type UnoCaught = {
  type: "uno_caught";
  playerId: number;
  byId: number;
};

export type UnoCatchFailed = {
  type: "uno_catch_failed";
  byId: number;
  targetId: number;
};

export type HandRevealed = {
  type: "hand_revealed";
  playerId: number;
  cards: Names["cards"][];
  color: Color | null;
};

export type Wd4Challenged = {
  type: "wd4_challenged";
  challengerId: number;
  playerId: number;
  guilty: boolean;
};

export type HandsSwapped = {
  type: "hands_swapped";
  playerId: number;
  targetId: number;
  counts: number[];
};

export type HandsRotated = {
  type: "hands_rotated";
  direction: number;
  counts: number[];
};

export type HandChanged = {
  type: "hand_changed";
  cards: Names["cards"][];
};

export type PileReshuffled = {
  type: "pile_reshuffled";
  deckCount: number;
};

export type PileExhausted = {
  type: "pile_exhausted";
};

export type TurnTimeout = {
  type: "turn_timeout";
  playerId: number;
  phase: Phase;
};

export type BotTakeover = {
  type: "bot_takeover";
  playerId: number;
};

export type SeatReclaimed = {
  type: "seat_reclaimed";
  playerId: number;
};

export type PlayerLeft = {
  type: "player_left";
  playerId: number;
};

export type PlayerKicked = {
  type: "player_kicked";
  playerId: number;
};

export type RoundEnded = {
  type: "round_ended";
  winnerId: number | null;
  reason: Reason;
  hands: Names["cards"][][];
  roundPoints: (number | null)[];
  scores: number[];
};

export type MatchEnded = {
  type: "match_ended";
  winners: number[];
  ranking: number[];
  reason: Reason;
};

export type Table = {
  status: Status;
  phase: Phase;
  roundNumber: number;
  turnNumber: number;
  deadline: number | null;
  currentPlayer: number;
  direction: number;
  currentColor: Color | null;
  topCard: Names["cards"];
  discardPile: Names["cards"][];
  discardCount: number;
  deckCount: number;
  drawPending: number;
  pending: Pending | null;
  dealerId: number;
  lastAction: LastAction | null;
  players: Player[];
  unoCalledBy: number | null;
  unoCalled: number[];
  roundResult: RoundResult | null;
  winner: number | null;
  winners: number[];
  ranking: number[];
  reason: Reason | null;
  house: HouseRules;
};

export type Pending = {
  amount: number;
  canStack: boolean;
  canChallenge: boolean;
  by: number | null;
  costIfWrong: number;
};

export type LastAction = {
  action: Did;
  playerId: number;
  cardId: Names["cardIds"] | null;
  count: number | null;
};

export type Player = {
  seat: number;
  cardCount: number;
  unoCalled: boolean;
  score: number;
  roundsWon: number;
  controlledBy: Control;
  active: boolean;
};

export type RoundResult = {
  winner: number | null;
  reason: Reason;
  roundPoints: (number | null)[];
  hands: Names["cards"][][];
};

export type HouseRules = {
  unoEnforcement: Enforcement;
  unoGraceMs: number;
  turnGapMs: number;
  sevenSwap: boolean;
  zeroRotate: boolean;
  stackDrawCards: boolean;
  wd4Bluff: boolean;
  competition: boolean;
  catches: boolean;
  unoCards: number;
};

export type Own = {
  you: number;
  hand: Names["cards"][];
  drawnCard: Names["cards"] | null;
  legalActions: LegalAction[];
};

export type LegalAction = {
  action: Did;
  cardId: Names["cardIds"] | null;
  needsColor: boolean;
  needsTarget: boolean;
  targets: number[];
  targetPlayerId: number | null;
  bluff: boolean | null;
};

export type GameEvent =
  | MatchStarted
  | DealerDraw
  | FirstDiscardRejected
  | RoundStarted
  | HandDealt
  | TurnStarted
  | CardPlayed
  | JumpedIn
  | ColorChosen
  | DirectionChanged
  | TurnSkipped
  | DrawPending
  | CardsDrawn
  | TurnPassed
  | UnoCalled
  | UnoCaught
  | UnoCatchFailed
  | HandRevealed
  | Wd4Challenged
  | HandsSwapped
  | HandsRotated
  | HandChanged
  | PileReshuffled
  | PileExhausted
  | TurnTimeout
  | BotTakeover
  | SeatReclaimed
  | PlayerLeft
  | PlayerKicked
  | RoundEnded
  | MatchEnded;

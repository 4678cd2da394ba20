// Made by `make view-types`; do not edit.
// What the fields mean: games/shandong/views/structs.py, games/shandong/events.py

export type Phase =
  | "waiting"
  | "dealing"
  | "declaring"
  | "countering"
  | "sticking"
  | "bottom"
  | "playing"
  | "throw_choice"
  | "round_end"
  | "match_end";

export type Bid = "declare" | "counter" | "stick";

export type Joker = "small" | "big";

export type NothingDeclared = "redeal" | "up3" | "take";

export type Kind = "single" | "pair" | "consecutive_pairs" | "flash" | "thunder" | "straight" | "mixed";

export type Winner = "dealer" | "defenders";

export type Presence = "present" | "auto" | "away" | "left";

export type Lack = "nothing" | "joker" | "joker_pair" | "pair";

/** What an entry of each static table is. */
export type Names = {
  cards: string;
  suits: "hearts" | "spades" | "clubs" | "diamonds" | "trump";
  ranks: "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "J" | "Q" | "K" | "A";
  points: number;
  kinds: string;
};

export type RoundBegan = {
  type: "round_began";
  round: number;
  dealer: number | null;
  level: Names["ranks"];
  teamLevels: Names["ranks"][];
  startsAt: number;
};

export type Dealt = {
  type: "dealt";
  counts: number[];
  cards: Names["cards"][] | null;
};

export type Opened = {
  type: "opened";
  phase: Phase;
  deadline: number | null;
};

export type Showed = {
  type: "showed";
  seat: number;
  bid: Bid;
  jokers: Joker[];
  faceDown: number;
  cards: Names["cards"][] | null;
  trumpSuit: Names["suits"] | null;
};

export type Exchanged = {
  type: "exchanged";
  sticker: number;
  declarer: number;
  count: number;
  taken: Names["cards"][] | null;
  given: Names["cards"][] | null;
  trumpSuit: Names["suits"] | null;
};

export type Passed = {
  type: "passed";
  seat: number;
  phase: Phase;
};

export type StickClaimed = {
  type: "stick_claimed";
  seat: number;
  deadline: number | null;
};

export type NoDeclare = {
  type: "no_declare";
  outcome: NothingDeclared;
  teamLevels: Names["ranks"][];
  dealer: number | null;
};

export type BottomTaken = {
  type: "bottom_taken";
  seat: number;
  count: number;
  cards: Names["cards"][] | null;
};

export type Buried = {
  type: "buried";
  seat: number;
  count: number;
  cards: Names["cards"][] | null;
};

export type TrumpRevealed = {
  type: "trump_revealed";
  holder: number;
  cards: Names["cards"][];
  trumpSuit: Names["suits"] | null;
};

export type Played = {
  type: "played";
  seat: number;
  cards: Names["cards"][];
  lead: Kind | null;
};

export type ThrowFailed = {
  type: "throw_failed";
  seat: number;
  attempted: Names["cards"][];
  candidates: Group[];
  forced: Names["cards"][] | null;
  chooser: number | null;
  penalty: number;
};

export type Group = {
  type: Kind;
  cards: Names["cards"][];
};

export type ThrowChosen = {
  type: "throw_chosen";
  chooser: number;
  index: number;
  cards: Names["cards"][];
};

export type TrickWon = {
  type: "trick_won";
  winner: number;
  points: number;
  defenderPoints: number;
};

export type RoundEnded = {
  type: "round_ended";
  result: Winner;
  steps: number;
  teamLevels: Names["ranks"][];
  nextDealer: number | null;
  bottom: Names["cards"][];
  bottomPoints: number;
  multiplier: number;
  defenderDelta: number;
  defenderPoints: number;
};

export type MatchEnded = {
  type: "match_ended";
  team: number;
  teamLevels: Names["ranks"][];
};

export type PresenceChanged = {
  type: "presence_changed";
  seat: number;
  presence: Presence;
};

export type TimedOut = {
  type: "timed_out";
  seat: number;
  phase: Phase;
};

export type Ready = {
  type: "ready";
  seat: number;
  on: boolean;
};

export type Table = {
  phase: Phase;
  round: number;
  level: Names["ranks"];
  teamLevels: Names["ranks"][];
  dealer: number | null;
  burier: number | null;
  currentTurn: number | null;
  deadline: number | null;
  startsAt: number | null;
  handCounts: number[];
  bottomCount: number;
  declarer: number | null;
  trumpHolder: number | null;
  trumpSuit: Names["suits"] | null;
  revealed: boolean;
  shown: ShownCards[];
  mayAct: number[];
  passed: number[];
  claim: number | null;
  givenBack: number;
  trick: Trick | null;
  lastTrick: WonTrick | null;
  played: Names["cards"][];
  throws: FailedThrow[];
  defenderPoints: number;
  bottom: Names["cards"][] | null;
  result: RoundResult | null;
  ready: boolean[];
  presence: Presence[];
  bots: boolean[];
  hands: Names["cards"][][] | null;
  house: string;
  constantTrumps: Names["kinds"][];
  suitTrumps: Names["kinds"][];
  nextThreshold: number;
};

export type ShownCards = {
  seat: number;
  bid: Bid;
  jokers: Joker[];
  faceDown: number;
  cards: Names["cards"][] | null;
};

export type Trick = {
  leader: number;
  type: Kind;
  suit: Names["suits"];
  plays: Play[];
  winning: number;
};

export type Play = {
  seat: number;
  cards: Names["cards"][];
};

export type WonTrick = {
  leader: number;
  plays: Play[];
  winner: number;
  points: number;
};

export type FailedThrow = {
  seat: number;
  attempted: Names["cards"][];
  candidates: Group[];
  chooser: number | null;
  chosen: number | null;
};

export type RoundResult = {
  result: Winner;
  steps: number;
  teamLevels: Names["ranks"][];
  nextDealer: number | null;
  matchWinner: number | null;
  bottomPoints: number;
  multiplier: number;
  defenderDelta: number;
  defenderPoints: number;
  holders: number;
  bottomCaptured: boolean;
};

export type Own = {
  hand: Names["cards"][];
  trumpSuit: Names["suits"] | null;
  knowsTrump: boolean;
  ownShown: ShownCards[];
  given: Names["cards"][] | null;
  taken: Names["cards"][] | null;
  buried: Names["cards"][] | null;
  duty: Duty | null;
  mayPass: boolean;
  declares: Names["cards"][][];
  counters: Names["cards"][][];
  mayStick: boolean;
  sticks: StickOffer[];
  suggestedBury: Names["cards"][] | null;
  suggestedLead: Names["cards"][] | null;
  suitTrumps: Names["kinds"][];
  wanted: number | null;
  missing: Lack[];
};

export type Duty = {
  count: number;
  suit: Names["suits"];
  pool: Names["cards"][];
  forced: Names["cards"][];
  shapes: ShapeDuty[];
  suggestions: Names["cards"][][];
  others: number;
};

export type ShapeDuty = {
  type: Kind;
  size: number;
  doubled: number;
};

export type StickOffer = {
  cards: Names["cards"][];
  giveBack: Names["cards"][];
};

export type GameEvent =
  | RoundBegan
  | Dealt
  | Opened
  | Showed
  | Exchanged
  | Passed
  | StickClaimed
  | NoDeclare
  | BottomTaken
  | Buried
  | TrumpRevealed
  | Played
  | ThrowFailed
  | ThrowChosen
  | TrickWon
  | RoundEnded
  | MatchEnded
  | PresenceChanged
  | TimedOut
  | Ready;

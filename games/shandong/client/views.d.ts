// Made by `make view-types`; do not edit. What the fields mean: games/shandong/views/structs.py, games/shandong/events.py

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
export interface Names {
  cards: string;
  suits: "hearts" | "spades" | "clubs" | "diamonds" | "trump";
  ranks: "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "J" | "Q" | "K" | "A";
  points: number;
  kinds: string;
}

export interface RoundBegan {
  type: "round_began";
  round: number;
  dealer: number | null;
  level: Names["ranks"];
  teamLevels: Names["ranks"][];
  startsAt: number;
}

export interface Dealt {
  type: "dealt";
  counts: number[];
  cards: Names["cards"][] | null;
}

export interface Opened {
  type: "opened";
  phase: Phase;
  deadline: number | null;
}

export interface Showed {
  type: "showed";
  seat: number;
  bid: Bid;
  jokers: Joker[];
  faceDown: number;
  cards: Names["cards"][] | null;
  trumpSuit: Names["suits"] | null;
}

export interface Exchanged {
  type: "exchanged";
  sticker: number;
  declarer: number;
  count: number;
  taken: Names["cards"][] | null;
  given: Names["cards"][] | null;
  trumpSuit: Names["suits"] | null;
}

export interface Passed {
  type: "passed";
  seat: number;
  phase: Phase;
}

export interface StickClaimed {
  type: "stick_claimed";
  seat: number;
  deadline: number | null;
}

export interface NoDeclare {
  type: "no_declare";
  outcome: NothingDeclared;
  teamLevels: Names["ranks"][];
  dealer: number | null;
}

export interface BottomTaken {
  type: "bottom_taken";
  seat: number;
  count: number;
  cards: Names["cards"][] | null;
}

export interface Buried {
  type: "buried";
  seat: number;
  count: number;
  cards: Names["cards"][] | null;
}

export interface TrumpRevealed {
  type: "trump_revealed";
  holder: number;
  cards: Names["cards"][];
  trumpSuit: Names["suits"] | null;
}

export interface Played {
  type: "played";
  seat: number;
  cards: Names["cards"][];
  lead: Kind | null;
}

export interface ThrowFailed {
  type: "throw_failed";
  seat: number;
  attempted: Names["cards"][];
  candidates: Group[];
  forced: Names["cards"][] | null;
  chooser: number | null;
  penalty: number;
}

export interface Group {
  type: Kind;
  cards: Names["cards"][];
}

export interface ThrowChosen {
  type: "throw_chosen";
  chooser: number;
  index: number;
  cards: Names["cards"][];
}

export interface TrickWon {
  type: "trick_won";
  winner: number;
  points: number;
  defenderPoints: number;
}

export interface RoundEnded {
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
}

export interface MatchEnded {
  type: "match_ended";
  team: number;
  teamLevels: Names["ranks"][];
}

export interface PresenceChanged {
  type: "presence_changed";
  seat: number;
  presence: Presence;
}

export interface TimedOut {
  type: "timed_out";
  seat: number;
  phase: Phase;
}

export interface Ready {
  type: "ready";
  seat: number;
  on: boolean;
}

export interface Table {
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
}

export interface ShownCards {
  seat: number;
  bid: Bid;
  jokers: Joker[];
  faceDown: number;
  cards: Names["cards"][] | null;
}

export interface Trick {
  leader: number;
  type: Kind;
  suit: Names["suits"];
  plays: Play[];
  winning: number;
}

export interface Play {
  seat: number;
  cards: Names["cards"][];
}

export interface WonTrick {
  leader: number;
  plays: Play[];
  winner: number;
  points: number;
}

export interface FailedThrow {
  seat: number;
  attempted: Names["cards"][];
  candidates: Group[];
  chooser: number | null;
  chosen: number | null;
}

export interface RoundResult {
  result: Winner;
  steps: number;
  teamLevels: Names["ranks"][];
  nextDealer: number | null;
  matchWinner: number | null;
  bottomPoints: number;
  multiplier: number;
  defenderDelta: number;
  defenderPoints: number;
}

export interface Own {
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
}

export interface Duty {
  count: number;
  suit: Names["suits"];
  pool: Names["cards"][];
  forced: Names["cards"][];
  shapes: ShapeDuty[];
  suggestions: Names["cards"][][];
  others: number;
}

export interface ShapeDuty {
  type: Kind;
  size: number;
  doubled: number;
}

export interface StickOffer {
  cards: Names["cards"][];
  giveBack: Names["cards"][];
}

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

// Made by `make view-types`; do not edit.
// What the fields mean: server/rooms/room_view.py

export type Phase = "lobby" | "playing" | "over";

export type Sitting = "empty" | "person" | "bot";

export type SealStage = "hashes" | "nonces" | "dealt" | "broken";

export type Joined = {
  type: "joined";
  name: string;
  seat: number | null;
};

export type Left = {
  type: "left";
  name: string;
  seat: number | null;
};

export type Sat = {
  type: "sat";
  seat: number;
  name: string;
};

export type Stood = {
  type: "stood";
  seat: number;
  name: string;
};

export type Kicked = {
  type: "kicked";
  name: string;
};

export type HostChanged = {
  type: "host_changed";
  name: string;
};

export type BotSat = {
  type: "bot_sat";
  seat: number;
  level: string;
};

export type MatchBegan = {
  type: "match_began";
  number: number;
};

export type MatchEnded = {
  type: "room_match_ended";
  winners: number[];
  ranking: number[];
  record: string;
};

export type Said = {
  type: "said";
  seat: number | null;
  name: string;
  what: number;
  text: string;
  thrownAt: number | null;
};

export type Paused = {
  type: "paused";
  name: string;
};

export type Resumed = {
  type: "resumed";
};

export type WentAway = {
  type: "went_away";
  seat: number;
};

export type CameBack = {
  type: "came_back";
  seat: number;
};

export type OptionsChanged = {
  type: "options_changed";
};

export type GameFailed = {
  type: "game_failed";
};

export type RoomView = {
  code: string;
  game: string;
  version: number;
  preset: string;
  options: unknown;
  phase: Phase;
  host: number | null;
  seats: SeatView[];
  watchers: WatcherView[];
  private: boolean;
  locked: boolean;
  password: boolean;
  watchPassword: boolean;
  spectators: boolean;
  chat: boolean;
  lines: LineView[];
  epoch: number;
  paused: boolean;
  matches: number;
  practice: boolean;
  failed: boolean;
  records: string;
  record: string;
  fork: string;
  seal: SealView | null;
  lesson: LessonView | null;
};

export type SeatView = {
  name: string;
  sitter: Sitting;
  level: string;
  ready: boolean;
  connected: boolean;
  away: boolean;
  muted: boolean;
  wantsPause: boolean;
  program: boolean;
};

export type WatcherView = {
  number: number;
  name: string;
  host: boolean;
  program: boolean;
};

export type LineView = {
  name: string;
  kind: number;
  text: string;
  thrownAt: string;
};

export type SealView = {
  match: string;
  commitment: string;
  start: string;
  stage: SealStage;
  asked: number[];
  hashes: string[];
  nonces: string[];
  broken: number;
};

export type LessonView = {
  done: number;
  moves: number;
  says: string;
  asks: unknown;
};

export type RoomEvent =
  | Joined
  | Left
  | Sat
  | Stood
  | Kicked
  | HostChanged
  | BotSat
  | MatchBegan
  | MatchEnded
  | Said
  | Paused
  | Resumed
  | WentAway
  | CameBack
  | OptionsChanged
  | GameFailed;

// Made by `make view-types`; do not edit. What the fields mean: server/rooms/room_view.py

export type Phase = "lobby" | "playing" | "over";

export type Sitting = "empty" | "person" | "bot";

export interface Joined {
  type: "joined";
  name: string;
  seat: number | null;
}

export interface Left {
  type: "left";
  name: string;
  seat: number | null;
}

export interface Sat {
  type: "sat";
  seat: number;
  name: string;
}

export interface Stood {
  type: "stood";
  seat: number;
  name: string;
}

export interface Kicked {
  type: "kicked";
  name: string;
}

export interface HostChanged {
  type: "host_changed";
  name: string;
}

export interface BotSat {
  type: "bot_sat";
  seat: number;
  level: string;
}

export interface MatchBegan {
  type: "match_began";
  number: number;
}

export interface MatchEnded {
  type: "room_match_ended";
  winners: number[];
  ranking: number[];
}

export interface Said {
  type: "said";
  seat: number | null;
  name: string;
  what: number;
  text: string;
}

export interface Paused {
  type: "paused";
  name: string;
}

export interface Resumed {
  type: "resumed";
}

export interface WentAway {
  type: "went_away";
  seat: number;
}

export interface CameBack {
  type: "came_back";
  seat: number;
}

export interface OptionsChanged {
  type: "options_changed";
}

export interface GameFailed {
  type: "game_failed";
}

export interface RoomView {
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
}

export interface SeatView {
  name: string;
  sitter: Sitting;
  level: string;
  ready: boolean;
  connected: boolean;
  away: boolean;
  muted: boolean;
  wantsPause: boolean;
  program: boolean;
}

export interface WatcherView {
  number: number;
  name: string;
  host: boolean;
  program: boolean;
}

export interface LineView {
  name: string;
  kind: number;
  text: string;
}

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

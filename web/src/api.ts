// What the server sends (docs/api.md), and how to ask it.
import { playerKey } from "./player_key";

export type Side = 1 | 2;

export interface Move {
  name: string;
  gain: number;
  cells: number[]; // that it takes, fills or turns
  picks: number; // how many of the cells, from the first on, each name the move on the board
  kind?: string; // one of GameInfo's move_kinds, where there are any
}

// A position ready to show. `moves` is empty where no move can be picked (replays).
export interface BoardState {
  game: string;
  position: string;
  size: number;
  rows: string[];
  values?: number[][];
  to_move: Side;
  points: [number, number];
  over: boolean;
  moves: Move[];
}

export interface Thought {
  depth: number;
  nodes: number;
  score: number;
  margin?: number;
  exact: boolean;
  line?: string[];
}

export interface PlayedMove {
  side: Side;
  move: string;
  gain: number;
  cpu: number;
  cells: number[];
  why?: string; // of a pass: what was wrong with the answer
  bank?: number;
  thought?: Thought;
}

interface Seat {
  spec: string;
  name: string;
  human: boolean;
  waits: boolean; // for the first who comes with the link
  bank: number | null;
  komi: number; // points for going second, counted in the board's
}

export interface Outcome {
  winner: 0 | Side;
  reason: string;
  sentence?: string;
}

export interface GameState {
  id: string;
  version: number;
  created: number;
  setup: { game: string; size: number; kinds: number; bank: number; reply: number; even: boolean; friends: boolean }; // reply: seconds an engine has for a move; 0: its bank
  players: [Seat, Seat];
  start: string;
  moves: PlayedMove[];
  board: BoardState;
  state: "waiting" | "thinking" | "over";
  clock: { side: Side; running: boolean };
  result: Outcome | null;
  rematch: string | null; // the game that goes on from here
  yours?: Side[]; // that this browser may move for; not in events
  invite?: string | null; // for who plays: the secret of the link that lets a guest in
}

export interface GameSummary {
  id: string;
  created: number;
  game: string;
  size: number;
  players: [string, string];
  yours: Side[];
  moves: number;
  points: [number, number];
  result: Outcome | null;
}

export interface Hint {
  move: string;
  score: number;
  margin: number;
  exact: boolean;
  line: string[];
}

// A number that a board is drawn with.
interface OptionRange {
  least: number;
  most: number;
  usual: number; // in a match
  casual: number; // to offer a person
}

export interface GameInfo {
  name: string;
  title: string;
  rules: string;
  rules_in_full: string[]; // paragraphs; none: `rules` says it all
  editions: string[];
  size: OptionRange;
  kinds: OptionRange | null;
  pieces: OptionRange | null;
  sides: [{ name: string; mark: string }, { name: string; mark: string }];
  cells: { empty: string; names: Record<string, string>; values: boolean };
  move_kinds: string[];
  even?: { size: number; kinds: number }[]; // boards on which neither side is ahead
  puzzles?: number[]; // how many there are of each grade, from the easiest
  score: { unit: string; meaning: string };
}

interface PlayerInfo {
  spec: string;
  name: string;
  about: string;
}

export interface Info {
  version: string;
  games: GameInfo[];
  players: PlayerInfo[];
  opponent: string; // whom to offer first
  ledgers: { id: number; name: string }[];
  desk: { title: string } | null; // of a class
  guest: boolean; // who came by the link to a game, and gets no more than that
}

export interface AnalysedMove {
  name: string;
  score: number;
  margin: number;
  lost: number;
  depth: number;
  exact: boolean;
  line?: string[];
}

export interface Analysis {
  depth: number;
  nodes: number;
  cpu: number;
  exact: boolean;
  margin: number;
  moves: AnalysedMove[];
}

export interface ReviewedPly {
  ply: number;
  margin: number; // with best play
  after: number; // the same after the move that was played
  best: string;
  cells: number[]; // of the best move
  line: string[];
  lost: number;
  exact: boolean;
}

// What a whole game's review ends with.
export interface ReviewEnd {
  accuracy: [number | null, number | null]; // of sides 1 and 2; null: nothing was at stake
  moments: number[]; // plies that decided the game, in order
}

// A move tried instead of another.
export interface Trial extends Omit<ReviewedPly, "ply"> {
  move: string;
  gain: number;
  played: number[]; // its cells
  answer: string[]; // what the other would play then
}

interface FilmedPlayer {
  name: string;
  spec: string;
  komi: number; // points for going second, counted in the boards'
}

export interface Frames {
  game: string;
  title: string;
  info: GameInfo;
  players: [FilmedPlayer, FilmedPlayer];
  start: string;
  bank: number; // seconds of each player; 0: none
  moves: PlayedMove[];
  boards: BoardState[];
  result: Outcome | null;
}

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

// One request. Rejects with an ApiError whose message is fit to show.
// A file goes as it is.
export async function request<T>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  extra: Record<string, string> = {},
): Promise<T> {
  const type = body instanceof Blob ? "application/octet-stream" : "application/json";
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { "Player-Key": playerKey(), ...(body === undefined ? {} : { "Content-Type": type }), ...extra },
      body: body === undefined ? null : typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("unreachable", "The server does not answer. Is zerosum serve still running?");
  }
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    throw new ApiError("unreadable", `The server's answer could not be read (status ${response.status}).`);
  }
  if (!response.ok) {
    const error = (answer as { error?: { code: string; message: string } }).error;
    throw new ApiError(error?.code ?? "error", error?.message ?? `The server answered ${response.status}.`);
  }
  return answer as T;
}

export const get = <T>(path: string) => request<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => request<T>("POST", path, body);

// What to do about each kind of event. `true` ends the stream: it was the last one, and a browser
// that asked again would have the same work done again.
export type Handlers = Record<string, (data: never) => true | void>;

// Listens to a stream of events until the returned function is called. The browser reconnects by
// itself; `onState` says whether it is connected now.
export function listen(
  path: string,
  handlers: Handlers,
  onState?: (connected: boolean) => void,
): () => void {
  const source = new EventSource(path);
  for (const [event, handler] of Object.entries(handlers)) {
    source.addEventListener(event, (message) => {
      if (handler(JSON.parse((message as MessageEvent<string>).data) as never)) source.close();
    });
  }
  source.onopen = () => onState?.(true);
  source.onerror = () => onState?.(false);
  return () => source.close();
}

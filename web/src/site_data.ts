// What `zerosum standings --site` writes, and how a page that was opened from a disk reads it: as scripts, which call
// `siteData` with their name and their content.
import type { BoardState, Frames, GameInfo, Outcome, PlayedMove, Side } from "./api";
import type { CrossRows, Ending, LedgerGame, Standing } from "./ledger";

// Who moved first and second are versions; `winner` is 0, 1 or −1.
export type GameRow = [
  number: number,
  first: number,
  second: number,
  firstPoints: number,
  secondPoints: number,
  winner: number,
  reason: string,
  firstCpu: number,
  secondCpu: number,
  ended: number,
];

interface SiteStanding extends Standing {
  entrant: number;
  cpu: number; // seconds per game
}

// What the table said at moments of the past: after so many games, by entrant.
interface History {
  games: number[];
  ended: number[]; // seconds since 1970
  ratings: (number | null)[][];
}

export interface ClassData {
  title: string;
  game: GameInfo | null;
  format: string;
  played: number;
  certainty: string;
  first_move: string;
  standings: SiteStanding[];
  cross: CrossRows;
  endings: Ending[];
  entrants: string[];
  versions: [entrant: number, version: number, current: 0 | 1, entered: number][];
  history: History;
  shards: number[]; // the first game of each file of games
  latest: GameRow[];
}

export interface EntrantData {
  errors: (number | null)[]; // half the 95 % interval, per moment
  games: GameRow[]; // the first first
}

// A game: src/app/site/film.h has the picture.
export interface SiteFilm {
  id: string;
  row: GameRow;
  trouble?: string; // why it cannot be shown
  sides: [number, number]; // versions
  bank: number;
  komi: [number, number]; // of sides, counted in the boards' points
  result: Outcome;
  board: Omit<BoardState, "game" | "position" | "moves">;
  moves: [side: Side, name: string, gain: number, cpu: number, bank: number | null, cells: number[], why?: string][];
  boards: [toMove: Side, one: number, two: number, over: 0 | 1, changes: (number | string)[], values?: number[][]][];
}

const arrived = new Map<string, unknown>();
const asked = new Map<string, Promise<unknown>>();
(globalThis as unknown as { siteData: (name: string, data: unknown) => void }).siteData = (name, data) => arrived.set(name, data);

// A data file by its name. Rejects with a sentence.
export function load<T>(name: string): Promise<T> {
  let answer = asked.get(name);
  if (!answer) {
    answer = new Promise<unknown>((resolve, reject) => {
      const script = document.createElement("script");
      const missing = () => reject(new Error(`data/${name}.js could not be read. Is the folder of this site complete?`));
      script.onload = () => (arrived.has(name) ? resolve(arrived.get(name)) : missing());
      script.onerror = missing;
      script.src = `data/${name}.js?${document.body.dataset["stamp"] ?? ""}`;
      document.head.append(script);
    });
    asked.set(name, answer);
  }
  return answer as Promise<T>;
}

// The file that holds a game; none: there is no such game.
export function shardOf(data: ClassData, game: number): number | null {
  if (!(game >= 1 && game <= data.played)) return null;
  let shard = data.shards.length - 1;
  while (shard > 0 && data.shards[shard]! > game) --shard;
  return shard;
}

export function versionName(data: ClassData, version: number): string {
  const [entrant, number, current] = data.versions[version]!;
  return current ? data.entrants[entrant]! : `${data.entrants[entrant]} (version ${number})`;
}

export function gameOf(data: ClassData, row: GameRow): LedgerGame {
  const [number, first, second, firstPoints, secondPoints, winner, reason, firstCpu, secondCpu] = row;
  return {
    id: String(number),
    number,
    first: versionName(data, first),
    second: versionName(data, second),
    points: [firstPoints, secondPoints],
    winner: winner < 0 ? null : versionName(data, winner === 0 ? first : second),
    reason,
    cpu: [firstCpu, secondCpu],
  };
}

// The boards of a game, from the first one and what each move changed.
export function framesOf(data: ClassData, info: GameInfo, film: SiteFilm): Frames {
  const start: BoardState = { ...film.board, game: info.name, position: "", moves: [] };
  const boards = [start];
  let cells = start.rows.join("");
  for (const [toMove, one, two, over, changes, values] of film.boards) {
    for (let i = 0; i + 1 < changes.length; i += 2) {
      const [from, text] = [changes[i] as number, changes[i + 1] as string];
      cells = cells.slice(0, from) + text + cells.slice(from + text.length);
    }
    const last = boards[boards.length - 1]!;
    const next: BoardState = { ...last, rows: rowsOf(cells, start.rows), to_move: toMove, points: [one, two], over: over === 1 };
    if (values) next.values = values;
    boards.push(next);
  }
  const moves = film.moves.map(([side, move, gain, cpu, bank, list, why]): PlayedMove => {
    const played: PlayedMove = { side, move, gain, cpu, cells: list };
    if (bank !== null) played.bank = bank;
    if (why !== undefined) played.why = why;
    return played;
  });
  const seat = (side: 0 | 1) => ({ name: versionName(data, film.sides[side]), spec: "", komi: film.komi[side] });
  return {
    game: info.name,
    title: info.title,
    info,
    players: [seat(0), seat(1)],
    start: "",
    bank: film.bank,
    moves,
    boards,
    result: film.result,
  };
}

function rowsOf(cells: string, like: string[]): string[] {
  let at = 0;
  return like.map((row) => cells.slice(at, (at += row.length)));
}

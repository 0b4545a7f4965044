// A ledger as the server sends it (docs/api.md), and how changes are brought into it.
import type { BoardState } from "./api";

export interface Standing {
  id: number; // the player's number in the ledger, never given again
  rank: number; // from 1
  player: string;
  pairings: number; // won, drawn ones half
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number; // a win is 1, a draw ½
  margin: number; // mean points difference per game
  rating: number | null;
  error: number | null; // half the 95 % interval
}

export interface Ending {
  reason: string;
  count: number;
}

export interface LedgerGame {
  id: string;
  number: number;
  first: string;
  second: string;
  points: [number, number];
  winner: string | null;
  reason: string;
  cpu?: [number, number]; // seconds; the class site has it
}

interface RunningGame {
  first: string;
  second: string;
  moves: number;
  board: BoardState | null;
}

// By player: three numbers for every other one with a higher id: that id, points, games.
export type CrossRows = Record<string, number[]>;

export interface LedgerState {
  id: number;
  name: string;
  game: string;
  format: string;
  played: number;
  pairings: number;
  running: RunningGame[];
  standings: Standing[]; // best first
  cross: CrossRows;
  first_advantage: number | null;
  endings: Ending[];
  games: LedgerGame[]; // the latest, last first
}

export type LedgerChanges = Partial<LedgerState> & { left?: number[] };

const latest = 50;

// What was known with what is different now. `changes.standings` has the lines that differ,
// `changes.cross` the pairs, `changes.games` the new games; the rest is whole.
export function withChanges(known: LedgerState, changes: LedgerChanges): LedgerState {
  const { standings, cross, games, left, ...rest } = changes;
  const next = { ...known, ...rest };
  if (standings) {
    const lines = new Map(known.standings.map((line) => [line.id, line]));
    for (const id of left ?? []) lines.delete(id);
    for (const line of standings) lines.set(line.id, line);
    next.standings = [...lines.values()].sort((a, b) => a.rank - b.rank);
  }
  if (cross) {
    next.cross = { ...known.cross };
    for (const [id, pairs] of Object.entries(cross)) next.cross[id] = withPairs(known.cross[id] ?? [], pairs);
  }
  if (games) next.games = [...games, ...known.games].slice(0, latest);
  return next;
}

function withPairs(known: number[], changed: number[]): number[] {
  const row = [...known];
  const places = new Map<number, number>();
  for (let i = 0; i < row.length; i += 3) places.set(row[i]!, i);
  for (let i = 0; i < changed.length; i += 3) {
    const place = places.get(changed[i]!) ?? row.length;
    for (let k = 0; k < 3; ++k) row[place + k] = changed[i + k]!;
  }
  return row;
}

interface Met {
  points: number;
  games: number;
}

// Who met whom, by their places in the standings: [row * players + column], from the row's view.
export function crossTable(standings: Standing[], cross: CrossRows): (Met | null)[] {
  const count = standings.length;
  const table: (Met | null)[] = new Array<Met | null>(count * count).fill(null);
  const places = new Map(standings.map((line, place) => [line.id, place]));
  for (const [id, row] of Object.entries(cross)) {
    const one = places.get(Number(id));
    if (one === undefined) continue;
    for (let i = 0; i + 2 < row.length; i += 3) {
      const other = places.get(row[i]!);
      if (other === undefined) continue;
      const [points, games] = [row[i + 1]!, row[i + 2]!];
      table[one * count + other] = { points, games };
      table[other * count + one] = { points: games - points, games };
    }
  }
  return table;
}

// What a game looks like on the page. One module per game in this folder, named after the game,
// exports `looks`; a game without one is drawn by plain.tsx. What the rules say (names of sides and
// of pieces, ranges, kinds of move) comes from GameInfo instead.
import type { JSX } from "preact";
import type { BoardState, GameInfo, Move, Side } from "../api";

export const unit = 40; // side of a cell in the drawing

export interface CellsProps {
  board: BoardState;
  info: GameInfo;
  last: readonly number[] | null; // cells of the move that led here
  tint: (cell: number) => number | null; // how good the moves of a cell are: 1 is the best, 0 the worst
  numbers: boolean; // whether the person wants the option `numbers`
}

// A cell's tint as class and style.
export const tinted = (part: number | null): { class: string; style: JSX.CSSProperties } =>
  part === null ? { class: "", style: {} } : { class: " tinted", style: { "--tint": `${Math.round(part * 100)}%` } as JSX.CSSProperties };

// A board as a person paints it: it need not be one that can be reached, or even be legal.
export interface Draft {
  rows: string[];
  values?: number[][];
  toMove: Side;
  points: [number, number];
}

// How a game's boards are painted. A game without one has no editor.
interface Editor {
  line: (draft: Draft) => string; // the position in one line
  settled?: (rows: string[]) => string[]; // what the rules make of a painted board at once
  points: boolean; // whether points so far are part of a position, not read off the board
  marks: string[]; // to paint with, in their order
  swatch?: (mark: string) => JSX.Element; // a picture of a mark
}

// A game of three moves that shows the rules. The person is side 1.
export interface Lesson {
  rows: string[]; // the board, as a picture until the server has read the position
  values?: number[][];
  position: string;
  steps: LessonStep[];
  end: string;
}

interface LessonStep {
  ask: string;
  answer: string; // the move that is asked for
  hint: boolean; // whether it is outlined
  right: string;
  wrong: string; // about any other move
  replies: string[]; // what is played next, the other side first
}

export interface Looks {
  Defs?: () => JSX.Element; // symbols, once per drawing
  Cells: (props: CellsProps) => JSX.Element; // under the outlines of moves
  Pieces?: (props: CellsProps) => JSX.Element; // above them
  // Cells to outline after the move that was played at `cells`. Without it Cells marks the last move.
  changed?: (board: BoardState, cells: readonly number[]) => number[];
  board: string; // what the board is called
  numbers?: string; // label of an option that is offered beside the board
  gained: (gain: number, info: GameInfo) => string; // what a move brought: "25 points"
  meaning?: string; // what that number is, where it does not say so itself
  sentence: (board: BoardState, move: Move, info: GameInfo) => string; // what a move would do
  effect: (move: Move, info: GameInfo) => string; // the same in short, after the cell's name
  scale: (size: number) => number; // a large margin on a board of that side
  lesson?: Lesson; // for the first page
  samples: [label: string, text: string][]; // positions to analyse
  example?: string; // a one-line position
  editor?: Editor;
}

// What a game looks like on the page. One module per game in this folder, named after the game,
// exports `looks`; a game without one is drawn by plain.tsx. What the rules say (names of sides and
// of pieces, ranges, kinds of move) comes from GameInfo instead.
import type { JSX } from "preact";
import type { BoardState, GameInfo, Move } from "../api";

export const unit = 40; // side of a cell in the drawing

export interface CellsProps {
  board: BoardState;
  info: GameInfo;
  last: readonly number[] | null; // cells of the move that led here
  tint: (cell: number) => string; // class for how good the moves of a cell are, "" for none
  numbers: boolean; // whether the person wants the option `numbers`
}

export interface Looks {
  Defs?: () => JSX.Element; // symbols, once per drawing
  Cells: (props: CellsProps) => JSX.Element; // under the outlines of moves
  Pieces?: (props: CellsProps) => JSX.Element; // above them
  outlinesLast: boolean; // whether the last move is outlined, or Cells marks it
  board: string; // what the board is called
  numbers?: string; // label of an option that is offered beside the board
  gained: (gain: number, info: GameInfo) => string; // what a move brought: "25 points"
  sentence: (board: BoardState, move: Move, info: GameInfo) => string; // what a move would do
  effect: (move: Move, info: GameInfo) => string; // the same in short, after the cell's name
  scale: (size: number) => number; // a large margin on a board of that side
  picture?: { rows: string[]; values?: number[][] }; // for the first page
  samples: [label: string, text: string][]; // positions to analyse
  example?: string; // a one-line position
}

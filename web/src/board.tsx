// The board of any game as one SVG: a layer of squares, a layer of pieces that move, and a layer
// of invisible cells that take the mouse, the finger and the keyboard and speak to screen readers.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AnalysedMove, BoardState, GameInfo, Move } from "./api";
import { useGame } from "./games/context";
import { looksOf } from "./games";
import { unit } from "./games/looks";

const gutter = 20;

export function cellName(cell: number, size: number): string {
  let column = (cell % size) + 1;
  let letters = "";
  while (column > 0) {
    letters = String.fromCharCode(65 + ((column - 1) % 26)) + letters;
    column = Math.floor((column - 1) / 26);
  }
  return `${letters}${Math.floor(cell / size) + 1}`;
}

// The cells that name a move on the board.
const pickedBy = (move: Move): number[] => move.cells.slice(0, move.picks);

// Which of a cell's moves a plain click means: the one that gains most, the first among equals.
const usual = (moves: Move[] | undefined): Move | null =>
  moves?.reduce((best, move) => (move.gain > best.gain ? move : best)) ?? null;

interface BoardProps {
  board: BoardState;
  label: string;
  // Cells of the move that led here, to animate it and mark it; null: just show the board.
  last?: readonly number[] | null;
  onPlay?: ((move: string) => void) | undefined;
  onPreview?: ((move: Move | null) => void) | undefined;
  // A player may insist on one kind of move, where there are several.
  kind?: string | null;
  onRefused?: ((cell: number) => void) | undefined; // a cell that has moves, but none of that kind
  hint?: string | null;
  better?: readonly number[] | null; // cells of a better move, where `board` lists no moves
  played?: readonly number[] | null; // cells of the move that was played here
  values?: AnalysedMove[] | null;
  numbers?: boolean;
  still?: boolean; // a picture: nothing in it can be focused
}

export function Board(props: BoardProps) {
  const { board, label, last = null, onPlay, onPreview, kind = null, onRefused, hint = null, better, played, values, numbers, still = false } = props;
  const { size } = board;
  const info = useGame(board.game);
  const looks = looksOf(board.game);
  const [cursor, setCursor] = useState(() => Math.floor(size / 2) * size + Math.floor(size / 2));
  const [hovered, setHovered] = useState<number | null>(null);
  const [armed, setArmed] = useState<number | null>(null); // a finger's first tap
  const pointer = useRef(""); // what the last press was made with
  const grid = useRef<SVGSVGElement>(null);
  const playable = onPlay !== undefined && !board.over;

  const byCell = useMemo(() => {
    const map = new Map<number, Move[]>();
    const add = (cell: number, move: Move) => void (map.get(cell)?.push(move) ?? map.set(cell, [move]));
    for (const move of board.moves) for (const cell of pickedBy(move)) add(cell, move);
    return map;
  }, [board]);

  const moveAt = (cell: number | null): Move | null => {
    if (cell === null) return null;
    const moves = byCell.get(cell);
    if (kind) return moves?.find((move) => move.kind === kind) ?? null;
    return usual(moves);
  };

  useEffect(() => setArmed(null), [board]);
  useEffect(() => {
    if (cursor >= size * size) setCursor(0);
  }, [size, cursor]);
  const shown = playable ? moveAt(hovered) : null;
  useEffect(() => onPreview?.(shown), [shown]);

  const play = (cell: number) => {
    const move = moveAt(cell);
    if (!playable) return;
    if (move) onPlay?.(move.name);
    else if (byCell.has(cell)) onRefused?.(cell);
  };
  const press = (event: MouseEvent, cell: number) => {
    setCursor(cell);
    const touch = pointer.current === "touch";
    // A finger cannot hover: its first tap shows the group, its second picks it.
    if (touch && playable && moveAt(cell) !== moveAt(armed)) {
      setArmed(cell);
      setHovered(cell);
      return;
    }
    // The second click of a double click is no move, however fast the answer came.
    if (touch || event.detail < 2) play(cell);
  };
  const step = (event: KeyboardEvent) => {
    const row = Math.floor(cursor / size);
    const column = cursor % size;
    const to = (r: number, c: number) => {
      const next = Math.max(0, Math.min(size - 1, r)) * size + Math.max(0, Math.min(size - 1, c));
      event.preventDefault();
      setCursor(next);
      setHovered(next);
      grid.current?.querySelector<SVGElement>(`[data-cell="${next}"]`)?.focus();
    };
    switch (event.key) {
      case "ArrowUp":
        return to(row - 1, column);
      case "ArrowDown":
        return to(row + 1, column);
      case "ArrowLeft":
        return to(row, column - 1);
      case "ArrowRight":
        return to(row, column + 1);
      case "Home":
        return event.ctrlKey ? to(0, 0) : to(row, 0);
      case "End":
        return event.ctrlKey ? to(size - 1, size - 1) : to(row, size - 1);
      case "Enter":
      case " ":
        event.preventDefault();
        return play(cursor);
    }
  };

  const tints = useMemo(() => tintsOf(board, values ?? null), [board, values]);
  const drawn = { board, info, last, tint: (cell: number) => tintClass(tints.get(cell)), numbers: numbers ?? false };
  const hinted = hint === null ? null : board.moves.find((move) => move.name === hint) ?? null;
  const view = `${-gutter} ${-gutter} ${size * unit + gutter + 4} ${size * unit + gutter + 4}`;
  const order = Array.from({ length: size }, (_, i) => i);
  // About as large on the screen whatever the size of the board.
  const lettering = Math.max(6, Math.min(13, size + 1));
  return (
    <svg
      ref={grid}
      class={`board ${board.game}${info.cells.values ? " valued" : ""}${playable ? " playable" : ""}`}
      viewBox={view}
      aria-label={label}
      {...(still ? { role: "img" } : { role: "grid", "aria-rowcount": size, "aria-colcount": size })}
      onKeyDown={step}
      onPointerLeave={() => armed === null && setHovered(null)}
    >
      {looks.Defs && <looks.Defs />}
      <g aria-hidden="true">
        <rect class="well" x="-3" y="-3" width={size * unit + 6} height={size * unit + 6} rx="10" />
        {order.map((i) => (
          <>
            <text class="label" font-size={lettering} x={i * unit + unit / 2} y={-gutter / 2 - 1}>
              {cellName(i, size).replace(/\d+$/, "")}
            </text>
            <text class="label" font-size={lettering} x={-gutter / 2 - 1} y={i * unit + unit / 2}>
              {i + 1}
            </text>
          </>
        ))}
        <looks.Cells {...drawn} />
        {last && looks.outlinesLast && <Outline cells={last} size={size} kind="last" />}
        {(hinted || better) && <Outline cells={better ?? hinted!.cells} size={size} kind="hint" />}
        {played && <Outline cells={played} size={size} kind="played" />}
        {shown && <Outline cells={shown.cells} size={size} kind="preview" />}
        {looks.Pieces && <looks.Pieces {...drawn} />}
        {shown && hovered !== null && <Gain move={shown} cell={hovered} size={size} />}
      </g>
      {!still && order.map((row) => (
        <g role="row" key={row}>
          {order.map((column) => {
            const cell = row * size + column;
            return (
              <rect
                key={cell}
                role="gridcell"
                class={`cell${playable && moveAt(cell) ? " live" : ""}`}
                data-cell={cell}
                x={column * unit}
                y={row * unit}
                width={unit}
                height={unit}
                rx="8"
                tabIndex={cell === cursor ? 0 : -1}
                aria-label={describe(board, info, cell, moveAt(cell))}
                onPointerEnter={(event) => event.pointerType !== "touch" && setHovered(cell)}
                onPointerDown={(event) => void (pointer.current = event.pointerType)}
                onClick={(event) => press(event, cell)}
                onFocus={() => {
                  setCursor(cell);
                  if (grid.current?.querySelector(":focus-visible")) setHovered(cell);
                }}
                onBlur={() => setHovered(null)}
              />
            );
          })}
        </g>
      ))}
    </svg>
  );
}

// "apple", "free, worth 42".
function pieceName(board: BoardState, info: GameInfo, cell: number): string {
  const row = Math.floor(cell / board.size);
  const mark = board.rows[row]?.[cell % board.size] ?? info.cells.empty;
  const name = info.cells.names[mark] ?? mark;
  const value = board.values?.[row]?.[cell % board.size];
  return value === undefined ? name : `${name}, worth ${value}`;
}

function describe(board: BoardState, info: GameInfo, cell: number, move: Move | null): string {
  const here = `${cellName(cell, board.size)}, ${pieceName(board, info, cell)}`;
  return move ? `${here}, ${looksOf(board.game).effect(move, info)}` : here;
}

// From best (0) to worst (1) among the analysed moves, by cell.
function tintsOf(board: BoardState, values: AnalysedMove[] | null): Map<number, number> {
  const tints = new Map<number, number>();
  if (!values || values.length === 0) return tints;
  const worst = Math.max(1, ...values.map((value) => value.lost));
  const byName = new Map(values.map((value) => [value.name, value]));
  for (const move of board.moves) {
    const value = byName.get(move.name);
    if (!value) continue;
    const tint = Math.sqrt(value.lost / worst);
    for (const cell of pickedBy(move)) tints.set(cell, Math.min(tint, tints.get(cell) ?? 1));
  }
  return tints;
}

const tintClass = (tint: number | undefined): string =>
  tint === undefined ? "" : tint === 0 ? " tint-best" : ` tint-${Math.min(4, Math.ceil(tint * 4))}`;

// The border around a set of cells: every edge that has a cell of the set on one side only.
function Outline({ cells, size, kind }: { cells: readonly number[]; size: number; kind: string }) {
  const set = new Set(cells);
  let edges = "";
  for (const cell of cells) {
    const x = (cell % size) * unit;
    const y = Math.floor(cell / size) * unit;
    if (!set.has(cell - size)) edges += `M${x} ${y}h${unit}`;
    if (!set.has(cell + size)) edges += `M${x} ${y + unit}h${unit}`;
    if (cell % size === 0 || !set.has(cell - 1)) edges += `M${x} ${y}v${unit}`;
    if (cell % size === size - 1 || !set.has(cell + 1)) edges += `M${x + unit} ${y}v${unit}`;
  }
  return (
    <>
      {kind === "preview" &&
        cells.map((cell) => (
          <rect class="wash" x={(cell % size) * unit} y={Math.floor(cell / size) * unit} width={unit} height={unit} />
        ))}
      <path class={`outline ${kind}`} d={edges} />
    </>
  );
}

function Gain({ move, cell, size }: { move: Move; cell: number; size: number }) {
  const text = `${move.gain >= 0 ? "+" : "−"}${Math.abs(move.gain)}`;
  const width = text.length * 9 + 12;
  const column = cell % size;
  const row = Math.floor(cell / size);
  const x = Math.max(0, Math.min(size * unit - width, column * unit + unit / 2 - width / 2));
  const y = row === 0 ? unit + 4 : row * unit - 20;
  return (
    <g class="gain" transform={`translate(${x} ${y})`}>
      <rect width={width} height="20" rx="10" />
      <text x={width / 2} y="14.5">
        {text}
      </text>
    </g>
  );
}

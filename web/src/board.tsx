// The board of either game as one SVG: a layer of squares, a layer of pieces that move, and a layer
// of invisible cells that take the mouse, the finger and the keyboard and speak to screen readers.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AnalysedMove, BoardState, Move } from "./api";
import { FruitSymbols, fruitNames, fruitPlurals } from "./fruits";
import { type Tile, nextTiles } from "./tiles";
import { counted } from "./ui";

const unit = 40;
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

// Which of a cell's moves a plain click means: the one that gains most, the first among equals.
// (Raid offers two: Stake and Raid.)
const usual = (moves: Move[] | undefined): Move | null =>
  moves?.reduce((best, move) => (move.gain > best.gain ? move : best)) ?? null;

interface BoardProps {
  board: BoardState;
  label: string;
  // Cells of the move that led here, to animate it and mark it; null: just show the board.
  last?: readonly number[] | null;
  onPlay?: ((move: string) => void) | undefined;
  onPreview?: ((move: Move | null) => void) | undefined;
  // A raid player may insist on one kind of move.
  verb?: "Stake" | "Raid" | null;
  hint?: string | null;
  values?: AnalysedMove[] | null;
  numbers?: boolean;
  still?: boolean; // a picture: nothing in it can be focused
}

export function Board(props: BoardProps) {
  const { board, label, last = null, onPlay, onPreview, verb = null, hint = null, values, numbers, still = false } = props;
  const { size } = board;
  const [cursor, setCursor] = useState(() => Math.floor(size / 2) * size + Math.floor(size / 2));
  const [hovered, setHovered] = useState<number | null>(null);
  const [armed, setArmed] = useState<number | null>(null); // a finger's first tap
  const grid = useRef<SVGSVGElement>(null);
  const playable = onPlay !== undefined && !board.over;

  const byCell = useMemo(() => {
    const map = new Map<number, Move[]>();
    const add = (cell: number, move: Move) => void (map.get(cell)?.push(move) ?? map.set(cell, [move]));
    for (const move of board.moves) {
      // In fruit every cell of a group names it; in raid only the square moved onto.
      if (board.game === "fruit") for (const cell of move.cells) add(cell, move);
      else if (move.cells[0] !== undefined) add(move.cells[0], move);
    }
    return map;
  }, [board]);

  const moveAt = (cell: number | null): Move | null => {
    if (cell === null) return null;
    const moves = byCell.get(cell);
    if (verb) return moves?.find((move) => move.name.endsWith(verb)) ?? null;
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
    if (playable && move) onPlay?.(move.name);
  };
  const press = (event: PointerEvent, cell: number) => {
    setCursor(cell);
    // A finger cannot hover: its first tap shows the group, its second picks it.
    if (event.pointerType === "touch" && playable && moveAt(cell) !== moveAt(armed)) {
      setArmed(cell);
      setHovered(cell);
      return;
    }
    play(cell);
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
  const hinted = hint === null ? null : board.moves.find((move) => move.name === hint) ?? null;
  const view = `${-gutter} ${-gutter} ${size * unit + gutter + 4} ${size * unit + gutter + 4}`;
  const order = Array.from({ length: size }, (_, i) => i);
  // About as large on the screen whatever the size of the board.
  const lettering = Math.max(6, Math.min(13, size + 1));
  return (
    <svg
      ref={grid}
      class={`board ${board.game}${playable ? " playable" : ""}`}
      viewBox={view}
      aria-label={label}
      {...(still ? { role: "img" } : { role: "grid", "aria-rowcount": size, "aria-colcount": size })}
      onKeyDown={step}
      onPointerLeave={() => armed === null && setHovered(null)}
    >
      {board.game === "fruit" && <FruitSymbols />}
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
        {board.game === "fruit" ? (
          <Slots size={size} tints={tints} />
        ) : (
          <Squares board={board} tints={tints} last={last} />
        )}
        {last && board.game === "fruit" && <Outline cells={last} size={size} kind="last" />}
        {hinted && <Outline cells={hinted.cells} size={size} kind="hint" />}
        {shown && <Outline cells={shown.cells} size={size} kind="preview" />}
        {board.game === "fruit" && <Fruits board={board} last={last} numbers={numbers ?? false} />}
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
                class={`cell${playable && byCell.has(cell) ? " live" : ""}`}
                data-cell={cell}
                x={column * unit}
                y={row * unit}
                width={unit}
                height={unit}
                rx="8"
                tabIndex={cell === cursor ? 0 : -1}
                aria-label={describe(board, cell, moveAt(cell))}
                onPointerEnter={(event) => event.pointerType !== "touch" && setHovered(cell)}
                onPointerUp={(event) => event.button === 0 && press(event, cell)}
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

export function pieceName(board: BoardState, cell: number): string {
  const mark = board.rows[Math.floor(cell / board.size)]?.[cell % board.size] ?? "*";
  if (board.game === "fruit") return mark === "*" ? "empty" : (fruitNames[Number(mark)] ?? mark);
  const value = board.values?.[Math.floor(cell / board.size)]?.[cell % board.size] ?? 0;
  return mark === "." ? `free, worth ${value}` : `${mark}, worth ${value}`;
}

// "14 grapes, 196 points": what picking this would do.
export function moveSentence(board: BoardState, move: Move): string {
  const points = counted(move.gain, "point");
  const first = move.cells[0] ?? 0;
  if (board.game === "fruit") {
    const count = move.cells.length;
    const kind = Number(board.rows[Math.floor(first / board.size)]?.[first % board.size]);
    return `${move.name}: ${count === 1 ? `one ${fruitNames[kind]}` : `${count} ${fruitPlurals[kind]}`}, ${points}`;
  }
  const turned = move.cells.length - 1;
  return `${move.name}: ${points}${turned > 0 ? `, turns ${counted(turned, "piece")}` : ""}`;
}

function describe(board: BoardState, cell: number, move: Move | null): string {
  const name = cellName(cell, board.size);
  if (!move) return `${name}, ${pieceName(board, cell)}`;
  if (board.game === "fruit") {
    return `${name}, ${pieceName(board, cell)}, group of ${move.cells.length}, ${counted(move.gain, "point")}`;
  }
  return `${name}, ${pieceName(board, cell)}, ${move.name.split(" ")[1]} gains ${move.gain}`;
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
    const cells = board.game === "fruit" ? move.cells : move.cells.slice(0, 1);
    const tint = Math.sqrt(value.lost / worst);
    for (const cell of cells) tints.set(cell, Math.min(tint, tints.get(cell) ?? 1));
  }
  return tints;
}

const tintClass = (tint: number | undefined): string =>
  tint === undefined ? "" : tint === 0 ? " tint-best" : ` tint-${Math.min(4, Math.ceil(tint * 4))}`;

function Slots({ size, tints }: { size: number; tints: Map<number, number> }) {
  const cells = Array.from({ length: size * size }, (_, i) => i);
  return (
    <>
      {cells.map((cell) => (
        <rect
          key={cell}
          class={`slot${tintClass(tints.get(cell))}`}
          x={(cell % size) * unit + 1.5}
          y={Math.floor(cell / size) * unit + 1.5}
          width={unit - 3}
          height={unit - 3}
          rx="8"
        />
      ))}
    </>
  );
}

function Fruits({ board, last, numbers }: { board: BoardState; last: readonly number[] | null; numbers: boolean }) {
  const tiles = useRef<{ rows: string; tiles: Tile[] }>({ rows: "", tiles: [] });
  const rows = board.rows.join("/");
  if (tiles.current.rows !== rows) {
    tiles.current = { rows, tiles: nextTiles(tiles.current.tiles, board.rows, last) };
  }
  return (
    <>
      {tiles.current.tiles.map((tile) => (
        <g
          key={tile.id}
          class="tile"
          style={{ transform: `translate(${tile.column * unit + unit / 2}px, ${tile.row * unit + unit / 2}px)` }}
        >
          <g class={tile.leaving ? "leaving" : "fruit-body"}>
            <use href={`#fruit-${tile.kind}`} />
            {numbers && (
              <text class="digit" y="5">
                {tile.kind}
              </text>
            )}
          </g>
        </g>
      ))}
    </>
  );
}

function Squares({ board, tints, last }: { board: BoardState; tints: Map<number, number>; last: readonly number[] | null }) {
  const { size } = board;
  const largest = Math.max(1, ...(board.values ?? []).flat());
  const cells = Array.from({ length: size * size }, (_, i) => i);
  return (
    <>
      {cells.map((cell) => {
        const row = Math.floor(cell / size);
        const column = cell % size;
        const mark = board.rows[row]?.[column] ?? ".";
        const value = board.values?.[row]?.[column] ?? 0;
        const held = mark === "X" ? " x" : mark === "O" ? " o" : "";
        const fresh = last?.includes(cell) ? " fresh" : "";
        return (
          <g key={cell} class={`square${held}${fresh}`} transform={`translate(${column * unit} ${row * unit})`}>
            <rect
              class={`slot${held ? "" : tintClass(tints.get(cell))}`}
              x="1.5"
              y="1.5"
              width={unit - 3}
              height={unit - 3}
              rx="8"
              style={held || tints.has(cell) ? {} : { "--worth": `${Math.round((100 * value) / largest)}%` }}
            />
            {mark === "X" && <path class="mark" d="M8 8L32 32M32 8L8 32" />}
            {mark === "O" && <circle class="mark" cx="20" cy="20" r="13" />}
            <text class="value" x="20" y="25">
              {value}
            </text>
          </g>
        );
      })}
    </>
  );
}

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

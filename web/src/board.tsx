// The board of any game as one SVG: a layer of squares, a layer of pieces that move, and a layer
// of invisible cells that take the mouse, the finger and the keyboard and speak to screen readers.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AnalysedMove, BoardState, GameInfo, Move } from "./api";
import { useGame } from "./games/context";
import { looksOf } from "./games";
import { unit } from "./games/looks";
import { useShortcuts } from "./shortcuts";

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
  values?: AnalysedMove[] | null; // what each move is worth: the cells are tinted and say what is lost
  onPaint?: ((cell: number) => void) | undefined; // cells are painted instead of played
  numbers?: boolean;
  still?: boolean; // a picture: nothing in it can be focused
}

export function Board(props: BoardProps) {
  const { board, label, last = null, onPlay, onPreview, kind = null, onRefused, hint = null, better, played, values, onPaint, numbers, still = false } = props;
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
  // After a move the pointer is still where it was played: what the other answered is read first.
  useEffect(() => setHovered(null), [board.position]);
  useEffect(() => {
    if (cursor >= size * size) setCursor(0);
  }, [size, cursor]);
  const shown = playable ? moveAt(hovered) : null;
  useEffect(() => onPreview?.(shown), [shown]);

  const play = (cell: number) => {
    if (onPaint) return onPaint(cell);
    const move = moveAt(cell);
    if (!playable) return;
    if (move) onPlay?.(move.name);
    else if (byCell.has(cell)) onRefused?.(cell);
  };
  const press = (event: MouseEvent, cell: number) => {
    setCursor(cell);
    if (onPaint) return; // the press has painted already
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
      const cell = grid.current?.querySelector<SVGElement>(`[data-cell="${next}"]`);
      cell?.focus();
      cell?.scrollIntoView({ block: "nearest", inline: "nearest" }); // all of it: to focus it a part is enough
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

  const worths = useMemo(() => worthsOf(board, values ?? null), [board, values]);
  const scale = looks.scale(size);
  const tint = (cell: number): number | null => {
    const worth = worths.get(cell);
    return worth === undefined ? null : 1 / (1 + worth.lost / (0.15 * scale));
  };
  const drawn = { board, info, last, tint, numbers: numbers ?? false };
  const hinted = hint === null ? null : board.moves.find((move) => move.name === hint) ?? null;
  // A move that was tried is under the pointer still: its mark is what there is to see.
  const marked = shown !== null && [played, better].some((cells) => sameCells(cells, shown.cells));
  const view = `${-gutter} ${-gutter} ${size * unit + gutter + 4} ${size * unit + gutter + 4}`;
  const order = Array.from({ length: size }, (_, i) => i);
  const drawing = (
    <svg
      ref={grid}
      class={`board ${board.game}${info.cells.values ? " valued" : ""}${playable || onPaint ? " playable" : ""}`}
      viewBox={view}
      aria-label={label}
      {...(still ? { role: "img" } : { role: "grid", "aria-rowcount": size, "aria-colcount": size })}
      onKeyDown={step}
      onPointerLeave={() => armed === null && setHovered(null)}
    >
      {looks.Defs && <looks.Defs />}
      <g aria-hidden="true">
        <rect class="well" x="-3" y="-3" width={size * unit + 6} height={size * unit + 6} rx="10" />
        <ColumnLetters size={size} />
        <RowNumbers size={size} />
        <looks.Cells {...drawn} />
        {last && looks.changed && <Outline cells={looks.changed(board, last)} size={size} kind="last" />}
        {/* The dashes of the better move above the line of the one that was played: the same squares show both. */}
        {played && <Outline cells={played} size={size} kind="played" />}
        {(hinted || better) && <Outline cells={better ?? hinted!.cells} size={size} kind="hint" />}
        {shown && !marked && <Outline cells={shown.cells} size={size} kind="preview" />}
        {looks.Pieces && <looks.Pieces {...drawn} />}
        {size <= 16 && <Worths worths={worths} size={size} />}
        {shown && hovered !== null && <Gain text={gainText(shown, values ?? null)} cell={hovered} size={size} />}
      </g>
      {!still && order.map((row) => (
        <g role="row" key={row}>
          {order.map((column) => {
            const cell = row * size + column;
            return (
              <rect
                key={cell}
                role="gridcell"
                class={`cell${onPaint || (playable && moveAt(cell)) ? " live" : playable && byCell.has(cell) ? " barred" : ""}`}
                data-cell={cell}
                x={column * unit}
                y={row * unit}
                width={unit}
                height={unit}
                rx="8"
                tabIndex={cell === cursor ? 0 : -1}
                aria-label={describe(board, info, cell, moveAt(cell))}
                onPointerEnter={(event) => {
                  if (onPaint && event.buttons === 1) onPaint(cell);
                  if (event.pointerType !== "touch") setHovered(cell);
                }}
                onPointerMove={(event) => event.pointerType !== "touch" && !onPaint && setHovered(cell)}
                onPointerDown={(event) => {
                  pointer.current = event.pointerType;
                  if (onPaint && event.button === 0) onPaint(cell);
                }}
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
  return still || size < zoomFrom ? drawing : <Zoomed size={size} dragged={!onPaint}>{drawing}</Zoomed>;
}

// About as large on the screen whatever the size of the board; in a small window style.css makes it larger.
const lettering = (size: number) => ({ "--lettering": Math.max(6, Math.min(13, size + 1)) }) as JSX.CSSProperties;

function ColumnLetters({ size }: { size: number }) {
  return (
    <>
      {Array.from({ length: size }, (_, i) => (
        <text key={i} class="label" style={lettering(size)} x={i * unit + unit / 2} y={-gutter / 2 - 1}>
          {cellName(i, size).replace(/\d+$/, "")}
        </text>
      ))}
    </>
  );
}

function RowNumbers({ size }: { size: number }) {
  return (
    <>
      {Array.from({ length: size }, (_, i) => (
        <text key={i} class="label" style={lettering(size)} x={-gutter / 2 - 1} y={i * unit + unit / 2}>
          {i + 1}
        </text>
      ))}
    </>
  );
}

const sameCells = (some: readonly number[] | null | undefined, others: readonly number[]): boolean =>
  some?.length === others.length && some.every((cell) => others.includes(cell));

// Boards from this side on have cells too small for a finger, or for old eyes.
const zoomFrom = 16;
const zooms = [1, 1.5, 2, 3];

// A large board in a frame: larger on request, and then moved about as any page is, or dragged with a mouse.
function Zoomed({ size, dragged, children }: { size: number; dragged: boolean; children: ComponentChildren }) {
  const [step, setStep] = useState(0);
  const pan = useRef<HTMLDivElement>(null);
  const hold = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const drag = (event: PointerEvent) => {
    const held = hold.current;
    if (!held || event.buttons !== 1) return;
    const [x, y] = [held.x - event.clientX, held.y - event.clientY];
    if (!held.moved && Math.hypot(x, y) < 6) return; // a hand is not that steady
    hold.current = { x: event.clientX, y: event.clientY, moved: true };
    pan.current?.scrollBy(x, y);
  };
  const zoom = (next: number) => {
    const box = pan.current;
    const target = Math.max(0, Math.min(zooms.length - 1, next));
    if (!box || target === step) return;
    // What is in the middle stays there.
    const grows = zooms[target]! / zooms[step]!;
    const [x, y] = [box.scrollLeft + box.clientWidth / 2, box.scrollTop + box.clientHeight / 2];
    setStep(target);
    requestAnimationFrame(() => box.scrollTo(x * grows - box.clientWidth / 2, y * grows - box.clientHeight / 2));
  };
  useShortcuts({ "+": ["", () => zoom(step + 1)], "=": ["", () => zoom(step + 1)], "-": ["", () => zoom(step - 1)], "0": ["", () => zoom(0)] });
  return (
    <div class="frame">
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" aria-label="Smaller" disabled={step === 0} onClick={() => zoom(step - 1)}>−</button>
        <span aria-live="polite">{Math.round(zooms[step]! * 100)} %</span>
        <button type="button" aria-label="Larger" disabled={step === zooms.length - 1} onClick={() => zoom(step + 1)}>+</button>
      </div>
      <div
        class="pan"
        ref={pan}
        style={{ "--zoom": zooms[step] }}
        onPointerDown={(event) => {
          const holds = dragged && step > 0 && event.pointerType === "mouse" && event.button === 0;
          hold.current = holds ? { x: event.clientX, y: event.clientY, moved: false } : null;
        }}
        onPointerMove={drag}
        onClickCapture={(event) => {
          if (hold.current?.moved) event.stopPropagation(); // a drag is no move
          hold.current = null;
        }}
        {...(step > 0 ? { tabIndex: 0, role: "group", "aria-label": "Part of the board" } : {})}
      >
        <div class="ground">
          {children}
          {step > 0 && <Coordinates size={size} />}
        </div>
      </div>
    </div>
  );
}

// The board's letters and numbers once more, above its own: they stay at the edges of the part that is shown.
function Coordinates({ size }: { size: number }) {
  const side = size * unit + gutter + 4;
  const width = `${(100 * gutter) / side}%`;
  return (
    <>
      <svg class="coordinates columns" viewBox={`${-gutter} ${-gutter} ${side} ${gutter}`} aria-hidden="true">
        <ColumnLetters size={size} />
      </svg>
      <svg class="coordinates rows" style={{ width }} viewBox={`${-gutter} ${-gutter} ${gutter} ${side}`} aria-hidden="true">
        <RowNumbers size={size} />
      </svg>
      <div class="coordinates corner" style={{ width }} />
    </>
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

interface Worth {
  lost: number; // against the best move, by the best move that this cell names
  label: boolean; // one cell of each move says it
}

// What the analysed moves are worth, by cell.
function worthsOf(board: BoardState, values: AnalysedMove[] | null): Map<number, Worth> {
  const worths = new Map<number, Worth>();
  const byName = new Map(values?.map((value) => [value.name, value.lost]));
  for (const move of board.moves) {
    const lost = byName.get(move.name);
    if (lost === undefined) continue;
    pickedBy(move).forEach((cell, i) => {
      if (lost < (worths.get(cell)?.lost ?? Infinity)) worths.set(cell, { lost, label: i === 0 });
    });
  }
  return worths;
}

// "+25", and with values what that is against the best: "+25, −4", "+36, best".
function gainText(move: Move, values: AnalysedMove[] | null): string {
  const lost = values?.find((value) => value.name === move.name)?.lost;
  const gain = `${move.gain >= 0 ? "+" : "−"}${Math.abs(move.gain)}`;
  return lost === undefined ? gain : `${gain}, ${lost === 0 ? "best" : `−${lost}`}`;
}

function Worths({ worths, size }: { worths: ReadonlyMap<number, Worth>; size: number }) {
  return (
    <g class="worths">
      {[...worths].map(
        ([cell, { lost, label }]) =>
          label && (
            <text key={cell} class={lost === 0 ? "best" : ""} font-size={size <= 6 ? 7.5 : 9.5} x={(cell % size) * unit + unit - 4} y={Math.floor(cell / size) * unit + unit - 4}>
              {lost === 0 ? "best" : `−${lost}`}
            </text>
          ),
      )}
    </g>
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

function Gain({ text, cell, size }: { text: string; cell: number; size: number }) {
  const width = text.length * 8 + 14;
  const column = cell % size;
  const row = Math.floor(cell / size);
  const x = Math.max(0, Math.min(size * unit - width, column * unit + unit / 2 - width / 2));
  // On the edge between two cells: their pieces and values stay in sight.
  const y = (row === 0 ? unit : row * unit) - 9;
  return (
    <g class="gain" transform={`translate(${x} ${y})`}>
      <rect width={width} height="18" rx="9" />
      <text x={width / 2} y="13.5">
        {text}
      </text>
    </g>
  );
}

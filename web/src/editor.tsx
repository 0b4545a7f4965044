// A position made by hand: cells are painted, values and points set, the side to move chosen.
import { useState } from "preact/hooks";
import type { BoardState, GameInfo, Side } from "./api";
import { looksOf } from "./games";
import { sideName } from "./games/context";
import type { Draft } from "./games/looks";
import { Choice, Range } from "./ui";

export interface Editing {
  game: string;
  draft: Draft;
}

export const editingOf = (board: BoardState): Editing => ({
  game: board.game,
  draft: {
    rows: board.rows,
    ...(board.values ? { values: board.values } : {}),
    toMove: board.to_move,
    points: board.points,
  },
});

const blank = (game: GameInfo, size: number): Editing => ({
  game: game.name,
  draft: {
    rows: Array.from({ length: size }, () => game.cells.empty.repeat(size)),
    ...(game.cells.values ? { values: Array.from({ length: size }, () => Array.from({ length: size }, () => 1)) } : {}),
    toMove: 1,
    points: [0, 0],
  },
});

// The board to show while it is painted.
export const shownDraft = ({ game, draft }: Editing): BoardState => ({
  game,
  position: "",
  size: draft.rows.length,
  rows: draft.rows,
  ...(draft.values ? { values: draft.values } : {}),
  to_move: draft.toMove,
  points: draft.points,
  over: false,
  moves: [],
});

export const lineOf = ({ game, draft }: Editing): string => looksOf(game).editor?.line(draft) ?? "";

export type Brush = { mark: string } | { value: number };

export function paint({ game, draft }: Editing, cell: number, brush: Brush): Editing {
  const size = draft.rows.length;
  const row = Math.floor(cell / size);
  const column = cell % size;
  if ("value" in brush) {
    const values = draft.values?.map((each, i) => (i === row ? each.map((value, j) => (j === column ? brush.value : value)) : each));
    return { game, draft: { ...draft, ...(values ? { values } : {}) } };
  }
  const rows = draft.rows.map((each, i) => (i === row ? each.slice(0, column) + brush.mark + each.slice(column + 1) : each));
  return { game, draft: { ...draft, rows: looksOf(game).editor?.settled?.(rows) ?? rows } };
}

export function EditorCard({ games, editing, brush, onBrush, onChange, onDone, onCancel }: {
  games: readonly GameInfo[];
  editing: Editing;
  brush: Brush;
  onBrush: (brush: Brush) => void;
  onChange: (editing: Editing) => void;
  onDone: () => void;
  onCancel: () => void;
}) {
  const editable = games.filter((game) => looksOf(game.name).editor);
  const game = games.find((each) => each.name === editing.game)!;
  const editor = looksOf(editing.game).editor!;
  const { draft } = editing;
  const [value, setValue] = useState(10);
  const start = (next: GameInfo, size: number) => {
    onChange(blank(next, Math.min(size, next.size.most)));
    onBrush({ mark: looksOf(next.name).editor!.marks[0]! });
  };
  const change = (part: Partial<Draft>) => onChange({ ...editing, draft: { ...draft, ...part } });
  return (
    <section class="card editor" aria-label="Editor">
      <h2>Edit the board</h2>
      {editable.length > 1 && (
        <Choice label="Game" value={game.name} options={editable.map((each) => [each.name, each.title] as const)} onChange={(name) => start(editable.find((each) => each.name === name)!, draft.rows.length)} />
      )}
      <Range label="Board" value={draft.rows.length} from={Math.max(2, game.size.least)} to={game.size.most} show={(n) => `${n} × ${n}, cleared`} onChange={(size) => start(game, size)} />
      <div class="palette" role="group" aria-label="Paint with">
        {editor.marks.map((mark) => {
          const name = game.cells.names[mark] ?? mark;
          return (
            <button key={mark} type="button" aria-pressed={"mark" in brush && brush.mark === mark} aria-label={name} title={name} onClick={() => onBrush({ mark })}>
              {editor.swatch && mark !== game.cells.empty ? editor.swatch(mark) : name}
            </button>
          );
        })}
        {game.cells.values && (
          <button type="button" aria-pressed={"value" in brush} onClick={() => onBrush({ value })}>
            value
          </button>
        )}
      </div>
      {game.cells.values && (
        <NumberField
          label="Value to paint"
          value={value}
          most={99}
          least={1}
          onChange={(next) => {
            setValue(next);
            onBrush({ value: next });
          }}
        />
      )}
      {editor.points && (
        <div class="pair">
          {([1, 2] as const).map((side) => (
            <NumberField
              key={side}
              label={`Points of ${sideName(game, side)}`}
              value={draft.points[side - 1]!}
              least={0}
              most={100000}
              onChange={(next) => change({ points: side === 1 ? [next, draft.points[1]] : [draft.points[0], next] })}
            />
          ))}
        </div>
      )}
      <Choice label="To move" value={draft.toMove} options={([1, 2] as const).map((side) => [side, sideName(game, side)] as const)} onChange={(side: Side) => change({ toMove: side })} />
      <div class="actions">
        <button type="button" class="primary" onClick={onDone}>
          Analyse this board
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </section>
  );
}

function NumberField({ label, value, least, most, onChange }: { label: string; value: number; least: number; most: number; onChange: (value: number) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        min={least}
        max={most}
        value={value}
        onInput={(event) => {
          const next = Math.round(event.currentTarget.valueAsNumber);
          if (next >= least && next <= most) onChange(next);
        }}
      />
    </label>
  );
}

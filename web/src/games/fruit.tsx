// The Fruit Rage: a box of drawn fruits that fall when others are taken.
import { useRef } from "preact/hooks";
import { counted } from "../ui";
import { FruitSymbols, fruitPlurals } from "./fruit_symbols";
import { type Tile, nextTiles } from "./fruit_tiles";
import { type CellsProps, type Looks, tinted, unit } from "./looks";

const slot = (tint: number | null) => {
  const look = tinted(tint);
  return { class: `slot${look.class}`, style: look.style };
};

function Slots({ board, tint }: CellsProps) {
  const { size } = board;
  const cells = Array.from({ length: size * size }, (_, i) => i);
  return (
    <>
      {cells.map((cell) => (
        <rect
          key={cell}
          {...slot(tint(cell))}
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

function Fruits({ board, last, numbers }: CellsProps) {
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

// Fruits fall on what is below them.
function settled(rows: string[]): string[] {
  const columns = rows.map((_, column) => rows.map((row) => row[column] ?? "*").filter((mark) => mark !== "*"));
  return rows.map((_, row) => columns.map((fruits) => fruits[row - (rows.length - fruits.length)] ?? "*").join(""));
}

// What a move left empty: what it took others have fallen into.
function emptied({ rows, size }: { rows: string[]; size: number }, taken: readonly number[]): number[] {
  return rows.flatMap((_, column) => {
    const count = taken.filter((cell) => cell % size === column).length;
    const height = rows.filter((row) => row[column] !== "*").length;
    return Array.from({ length: count }, (_, i) => (size - height - 1 - i) * size + column);
  });
}

export const looks: Looks = {
  Defs: FruitSymbols,
  Cells: Slots,
  Pieces: Fruits,
  changed: emptied,
  board: "Box of fruits",
  numbers: "Numbers on the fruits",
  gained: (gain, info) => counted(gain, info.score.unit),
  // "G8: 14 grapes, 196 points"
  sentence: (board, move, info) => {
    const first = move.cells[0] ?? 0;
    const kind = board.rows[Math.floor(first / board.size)]?.[first % board.size] ?? "";
    const count = move.cells.length;
    const fruits = count === 1 ? `one ${info.cells.names[kind]}` : `${count} ${fruitPlurals[Number(kind)]}`;
    return `${move.name}: ${fruits}, ${counted(move.gain, info.score.unit)}`;
  },
  effect: (move, info) => `group of ${move.cells.length}, ${counted(move.gain, info.score.unit)}`,
  scale: (size) => 4 + size * 2.5,
  lesson: {
    rows: ["0011", "2100", "2233", "0332"],
    position: "0011/2100/2233/0332 1 0 0",
    steps: [
      {
        ask: "Pick a kiwi: all that touch each other are taken, and 4 fruits score 4 × 4.",
        answer: "C3",
        hint: true,
        right: "16 points!",
        wrong: "That group is smaller. Four kiwis touch each other.",
        replies: ["D4"],
      },
      {
        ask: "What stood above fell down, and now three lemons touch. Take them.",
        answer: "B3",
        hint: true,
        right: "9 more.",
        wrong: "Look for the lemons: apart before, together now.",
        replies: ["A4"],
      },
      {
        ask: "Now think ahead. The grapes score 9, but which apples would fall together then?",
        answer: "A2",
        hint: false,
        right: "Well seen!",
        wrong: "The other would get more out of what falls together. Which single apple is in the way of that?",
        replies: ["A3", "B4"],
      },
    ],
    end: "The other had to open the way to the last apples. You know the rules now.",
  },
  samples: [
    ["The course's 10 × 10", "10\n4\n1.276\n3102322310\n0121232013\n3021111113\n0221031132\n0230011012\n0323321010\n2003022012\n2202200021\n0130000020\n2200022231\n"],
    ["An endgame", "*****/2**0*/21*01/21201/02112 1 0 0"],
  ],
  example: "***/*10/000 1 0 0",
  editor: {
    line: ({ rows, toMove, points }) => `${rows.join("/")} ${toMove} ${points[0]} ${points[1]}`,
    settled,
    points: true,
    marks: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*"],
    swatch: (mark) => <svg viewBox="-18 -18 36 36" aria-hidden="true">{mark !== "*" && <use href={`#fruit-${mark}`} />}</svg>,
  },
};

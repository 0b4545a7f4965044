// The Fruit Rage: a box of drawn fruits that fall when others are taken.
import { useRef } from "preact/hooks";
import { counted } from "../ui";
import { FruitSymbols, fruitPlurals } from "./fruit_symbols";
import { type Tile, nextTiles } from "./fruit_tiles";
import { type CellsProps, type Looks, unit } from "./looks";

function Slots({ board, tint }: CellsProps) {
  const { size } = board;
  const cells = Array.from({ length: size * size }, (_, i) => i);
  return (
    <>
      {cells.map((cell) => (
        <rect
          key={cell}
          class={`slot${tint(cell)}`}
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

export const looks: Looks = {
  Defs: FruitSymbols,
  Cells: Slots,
  Pieces: Fruits,
  outlinesLast: true,
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
  picture: { rows: ["*2****", "01***4", "013*24", "013324", "223314", "200114"] },
  samples: [
    ["The course's 10 × 10", "10\n4\n1.276\n3102322310\n0121232013\n3021111113\n0221031132\n0230011012\n0323321010\n2003022012\n2202200021\n0130000020\n2200022231\n"],
    ["An endgame", "*****/2**0*/21*01/21201/02112 1 0 0"],
  ],
  example: "***/*10/000 1 0 0",
};

// Stake & Raid: squares shaded by their value, held by X and O.
import { counted, signed } from "../ui";
import { type CellsProps, type Looks, unit } from "./looks";

function Squares({ board, tint, last }: CellsProps) {
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
              class={`slot${held ? "" : tint(cell)}`}
              x="1.5"
              y="1.5"
              width={unit - 3}
              height={unit - 3}
              rx="8"
              style={held || tint(cell) ? {} : { "--worth": `${Math.round((100 * value) / largest)}%` }}
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

export const looks: Looks = {
  Cells: Squares,
  outlinesLast: false,
  board: "Board",
  // A gain counts the other's loss as well: a margin, not points on one's own total.
  gained: (gain) => `margin ${signed(gain)}`,
  // "D3 Raid: margin +87, turns 2 pieces"
  sentence: (_, move) => {
    const turned = move.cells.length - 1;
    return `${move.name}: margin ${signed(move.gain)}${turned > 0 ? `, turns ${counted(turned, "piece")}` : ""}`;
  },
  effect: (move) => `${move.kind}, margin ${signed(move.gain)}`,
  scale: (size) => 10 + size * size * 2,
  picture: {
    rows: ["X...O", ".X.O.", "..XO.", ".XX.O", "....."],
    values: [[20, 16, 1, 32, 30], [20, 12, 2, 11, 8], [28, 48, 9, 1, 1], [20, 12, 10, 6, 2], [25, 30, 23, 21, 10]],
  },
  samples: [
    ["Stake & Raid", "5\nCOMPETITION\nX\n100\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n..XX.\n..XOX\n...O.\n..OO.\n.....\n"],
  ],
};

// Stake & Raid: squares shaded by their value, held by X and O.
import { counted, signed } from "../ui";
import { type CellsProps, type Looks, tinted, unit } from "./looks";

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
        const look = tinted(held ? null : tint(cell));
        const fresh = last?.includes(cell) ? " fresh" : "";
        return (
          <g key={cell} class={`square${held}${fresh}`} transform={`translate(${column * unit} ${row * unit})`}>
            <rect
              class={`slot${look.class}`}
              x="1.5"
              y="1.5"
              width={unit - 3}
              height={unit - 3}
              rx="8"
              style={held || look.class ? look.style : { "--worth": `${Math.round((100 * value) / largest)}%` }}
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
  board: "Board",
  // A gain counts the other's loss as well: a margin, not points on one's own total.
  gained: (gain) => `margin ${signed(gain)}`,
  meaning: "Margin: what a move gains for oneself and takes from the other, together",
  // "D3 Raid: margin +87, turns 2 pieces"
  sentence: (_, move) => {
    const turned = move.cells.length - 1;
    return `${move.name}: margin ${signed(move.gain)}${turned > 0 ? `, turns ${counted(turned, "piece")}` : ""}`;
  },
  effect: (move) => `${move.kind}, margin ${signed(move.gain)}`,
  scale: (size) => 10 + size * size * 2,
  lesson: {
    rows: ["...", ".O.", "OX."],
    values: [[9, 8, 5], [7, 3, 4], [7, 6, 7]],
    position: ".../.O./OX. X 9,8,5/7,3,4/7,6,7",
    steps: [
      {
        ask: "You are X. Stake: any free square becomes yours. Take the 9.",
        answer: "A1 Stake",
        hint: true,
        right: "9 points.",
        wrong: "That square is worth less. The 9 is free.",
        replies: ["C2 Stake"],
      },
      {
        ask: "Raid: a free square next to one of yours turns every enemy that touches it. The 7 below your 9 touches two.",
        answer: "A2 Raid",
        hint: true,
        right: "Both turned to you!",
        wrong: "That turns fewer pieces. Look below your 9.",
        replies: ["C3 Raid"],
      },
      {
        ask: "Two squares are free, 8 and 5. If you take the 8, what can the other raid?",
        answer: "C1 Stake",
        hint: false,
        right: "Well seen!",
        wrong: "The other would take the 5 and turn your 8: that loses the game. Take away the square to raid from.",
        replies: ["B1 Stake"],
      },
    ],
    end: "Without a neighbour the other could only stake, and you win. You know the rules now.",
  },
  editor: {
    line: ({ rows, values, toMove }) => `${rows.join("/")} ${toMove === 1 ? "X" : "O"} ${(values ?? []).map((row) => row.join(",")).join("/")}`,
    points: false,
    marks: ["X", "O", "."],
  },
  samples: [
    ["Stake & Raid", "5\nCOMPETITION\nX\n100\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n..XX.\n..XOX\n...O.\n..OO.\n.....\n"],
  ],
};

// Any game without a module of its own: a square per cell with its value and its mark.
import { counted } from "../ui";
import { type CellsProps, type Looks, tinted, unit } from "./looks";

function Cells({ board, info, tint, last }: CellsProps) {
  const { size } = board;
  const largest = Math.max(1, ...(board.values ?? []).flat());
  const cells = Array.from({ length: size * size }, (_, i) => i);
  return (
    <>
      {cells.map((cell) => {
        const row = Math.floor(cell / size);
        const column = cell % size;
        const mark = board.rows[row]?.[column] ?? info.cells.empty;
        const value = board.values?.[row]?.[column];
        const held = mark !== info.cells.empty;
        const look = tinted(tint(cell));
        const shade = value === undefined || look.class ? look.style : { "--worth": `${Math.round((100 * value) / largest)}%` };
        return (
          <g key={cell} class={`square${last?.includes(cell) ? " fresh" : ""}`} transform={`translate(${column * unit} ${row * unit})`}>
            <rect class={`slot${look.class}`} x="1.5" y="1.5" width={unit - 3} height={unit - 3} rx="8" style={shade} />
            {held && (
              <text class="plain-mark" x="20" y={value === undefined ? 27 : 18}>
                {mark}
              </text>
            )}
            {value !== undefined && (held || value !== 0) && (
              <text class="value" x="20" y={held ? 33 : 25}>
                {value}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

export const looks: Looks = {
  Cells,
  board: "Board",
  gained: (gain, info) => counted(gain, info.score.unit),
  sentence: (_, move, info) => `${move.name}: ${counted(move.gain, info.score.unit)}`,
  effect: (move, info) => `${move.kind ? `${move.kind} gains` : "gains"} ${counted(move.gain, info.score.unit)}`,
  scale: (size) => 10 + size * size,
  samples: [],
};

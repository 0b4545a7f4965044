// A cross table too large for text, drawn: a row and a column per player, from one colour (lost
// all) to the other (won all). Pointing at a cell, or the arrow keys, name the two and their score.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type CrossRows, type Standing, crossTable } from "./ledger";
import { counted } from "./ui";

interface Place {
  row: number;
  column: number;
}

export function HeatMap({ standings, cross, onPick }: {
  standings: Standing[];
  cross: CrossRows;
  onPick?: ((one: Standing, other: Standing) => void) | undefined;
}) {
  const count = standings.length;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState<Place | null>(null);
  const theme = useTheme();
  const table = useMemo(() => crossTable(standings, cross), [standings, cross]);

  useEffect(() => {
    const board = canvas.current;
    const pen = board?.getContext("2d");
    if (!board || !pen) return;
    board.width = board.height = count; // a pixel per cell; the style sheet makes it large
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => rgb(style.getPropertyValue(name));
    const [won, lost, even, unknown] = [colour("--one"), colour("--two"), colour("--surface"), colour("--well")];
    const image = pen.createImageData(count, count);
    for (let cell = 0; cell < count * count; ++cell) {
      const met = table[cell];
      const share = met ? met.points / met.games : 0.5;
      const [far, part] = share >= 0.5 ? [won, 2 * share - 1] : [lost, 1 - 2 * share];
      for (let k = 0; k < 3; ++k)
        image.data[4 * cell + k] = met ? even[k]! + (far[k]! - even[k]!) * (0.12 + 0.88 * part) : unknown[k]!;
      image.data[4 * cell + 3] = 255;
    }
    pen.putImageData(image, 0, 0);
  }, [table, count, theme]);

  const placeOf = (event: PointerEvent | MouseEvent): Place => {
    const box = canvas.current!.getBoundingClientRect();
    const index = (part: number) => Math.max(0, Math.min(count - 1, Math.floor(part * count)));
    return { row: index((event.clientY - box.top) / box.height), column: index((event.clientX - box.left) / box.width) };
  };
  const pick = (place: Place) => {
    setAt(place);
    if (place.row !== place.column && table[place.row * count + place.column]) onPick?.(standings[place.row]!, standings[place.column]!);
  };
  const step = (event: KeyboardEvent) => {
    const { row, column } = at ?? { row: 0, column: 0 };
    const far = event.shiftKey ? 10 : 1;
    const go = (rows: number, columns: number) => {
      const inside = (value: number) => Math.max(0, Math.min(count - 1, value));
      event.preventDefault();
      setAt({ row: inside(row + rows), column: inside(column + columns) });
    };
    if (event.key === "ArrowUp") go(-far, 0);
    else if (event.key === "ArrowDown") go(far, 0);
    else if (event.key === "ArrowLeft") go(0, -far);
    else if (event.key === "ArrowRight") go(0, far);
    else if (event.key === "Home") go(0, -count);
    else if (event.key === "End") go(0, count);
    else if (event.key === "Enter" && at) {
      event.preventDefault();
      pick(at);
    }
  };
  const part = (index: number) => `${(100 * index) / count}%`;
  return (
    <div class="heat">
      <p class="detail" role="status">
        {at ? sentence(standings[at.row]!, standings[at.column]!, table[at.row * count + at.column] ?? null) : "Point at a cell, or use the arrow keys: who met whom, row against column."}
      </p>
      <div class="map">
        <canvas
          ref={canvas}
          role="application"
          aria-roledescription="cross table"
          aria-label={`Cross table of ${counted(count, "player")}; arrow keys go from cell to cell, with Shift ten at a time`}
          tabIndex={0}
          onPointerMove={(event) => setAt(placeOf(event))}
          onPointerLeave={(event) => event.pointerType !== "touch" && document.activeElement !== event.currentTarget && setAt(null)}
          onClick={(event) => pick(placeOf(event))}
          onFocus={() => setAt((place) => place ?? { row: 0, column: Math.min(1, count - 1) })}
          onKeyDown={step}
        />
        {at && (
          <>
            <span class="rule row" style={{ top: part(at.row), height: part(1) }} aria-hidden="true" />
            <span class="rule column" style={{ left: part(at.column), width: part(1) }} aria-hidden="true" />
          </>
        )}
      </div>
      <p class="legend quiet" aria-hidden="true">
        lost all <span class="ramp" /> won all <span class="unmet" /> not met
      </p>
    </div>
  );
}

const named = (each: Standing): string => `${each.rank}. ${each.player}`;

function sentence(one: Standing, other: Standing, met: { points: number; games: number } | null): string {
  if (one === other) return named(one);
  const score = met ? `${met.points} of ${counted(met.games, "point")}` : "have not met";
  return `${named(one)} – ${named(other)}: ${score}`;
}

// A custom property's colour: "#rgb" or "#rrggbb", which is how our sheet writes them.
function rgb(text: string): [number, number, number] {
  const hex = text.trim().replace("#", "");
  const wide = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const value = Number.parseInt(wide, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

// Changes whenever the colours do.
function useTheme(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = () => setChanges((count) => count + 1);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const watcher = new MutationObserver(changed);
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    dark.addEventListener("change", changed);
    return () => {
      watcher.disconnect();
      dark.removeEventListener("change", changed);
    };
  }, []);
  return changes;
}

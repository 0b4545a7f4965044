// Ratings over time: a line per player, the ones that matter drawn over all others.
import type { Ref } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ratingText } from "./standings";
import { counted } from "./ui";

interface RatingLine {
  name: string;
  ratings: (number | null)[]; // one per moment
  errors?: (number | null)[]; // half the 95 % interval
}

interface PlotProps {
  label: string;
  games: number[]; // played at each moment
  ended: number[]; // when, in seconds since 1970
  lines: RatingLine[]; // in colour, with their names
  others?: RatingLine[]; // in the background
}

const height = 320;
const narrow = 560; // pixels; below, the names stand under the plot

// A pixel of the drawing is one of the screen, so that letters keep their size.
function useWidth(): [Ref<HTMLElement>, number] {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const measure = () => element.current && setWidth(Math.max(240, Math.round(element.current.clientWidth)));
    const watcher = new ResizeObserver(measure);
    if (element.current) watcher.observe(element.current);
    measure();
    return () => watcher.disconnect();
  }, []);
  return [element, width];
}

const dayText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
export const timeText = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;

export function RatingPlot({ label, games, ended, lines, others = [] }: PlotProps) {
  const [at, setAt] = useState<number | null>(null);
  const [figure, width] = useWidth();
  const box = { left: 46, right: width - (width < narrow ? 10 : 220), top: 12, bottom: 268 };
  const values = [...lines, ...others].flatMap((line) =>
    line.ratings.flatMap((rating, i) => (rating === null ? [] : line.errors ? [rating - (line.errors[i] ?? 0), rating + (line.errors[i] ?? 0)] : [rating])),
  );
  if (values.length === 0) return <figure class="ratings quiet" ref={figure}>No game has ended yet.</figure>;
  const low = values.reduce((a, b) => Math.min(a, b)) - 10;
  const high = values.reduce((a, b) => Math.max(a, b)) + 10;
  const last = games[games.length - 1] ?? 1;
  const first = games[0] ?? 0;
  const x = (moment: number) => (last > first ? box.left + ((box.right - box.left) * (games[moment]! - first)) / (last - first) : box.right);
  const y = (rating: number) => box.bottom - ((box.bottom - box.top) * (rating - low)) / (high - low);
  const path = (line: RatingLine) =>
    line.ratings.reduce<string>((text, rating, i) => {
      if (rating === null) return text;
      const begun = i > 0 && line.ratings[i - 1] !== null;
      return `${text}${begun ? "L" : "M"}${x(i).toFixed(1)} ${y(rating).toFixed(1)}`;
    }, "");
  const moment = at ?? games.length - 1;
  const names = spread(
    lines.map((line, i) => ({ line, i, y: y([...line.ratings].reverse().find((each) => each !== null) ?? 0) })),
    box.bottom,
  );
  const rated = (line: RatingLine): string => {
    const rating = line.ratings[moment];
    return rating === null || rating === undefined ? "–" : ratingText(rating);
  };
  const pick = (event: PointerEvent & { currentTarget: Element }) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - frame.left) / frame.width) * width;
    let best = 0;
    games.forEach((_, i) => Math.abs(x(i) - place) < Math.abs(x(best) - place) && (best = i));
    setAt(best);
  };
  return (
    <figure class="ratings" ref={figure}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label}: ${summary(lines)}`} onPointerMove={pick} onPointerLeave={() => setAt(null)}>
        {ticks(low, high).map((tick) => (
          <g key={tick}>
            <line class="tick" x1={box.left} x2={box.right} y1={y(tick)} y2={y(tick)} />
            <text x={box.left - 8} y={y(tick) + 4} text-anchor="end">{ratingText(tick)}</text>
          </g>
        ))}
        <path class="other" d={others.map(path).join("")} />
        {lines.map((line, i) => line.errors && <path key={i} class={`band hue-${i}`} d={band(line, x, y)} />)}
        {lines.map((line, i) => <path key={i} class={`line hue-${i}`} d={path(line)} />)}
        {at !== null && <line class="now" x1={x(at)} x2={x(at)} y1={box.top} y2={box.bottom} />}
        {lines.map((line, i) => {
          const rating = line.ratings[moment];
          return rating === null || rating === undefined ? null : <circle key={i} class={`hue-${i}`} cx={x(moment)} cy={y(rating)} r="4" />;
        })}
        {width >= narrow &&
          names.map(({ line, i, y: place }) => (
            <text key={i} class={`name hue-${i}`} x={box.right + 12} y={place + 4}>
              {shortened(line.name)} {rated(line)}
            </text>
          ))}
        <text x={box.left} y={box.bottom + 22}>{counted(first, "game")}</text>
        <text x={box.right} y={box.bottom + 22} text-anchor="end">{counted(last, "game")}</text>
        <text x={box.left} y={box.bottom + 40}>{dayText(ended[0] ?? 0)}</text>
        <text x={box.right} y={box.bottom + 40} text-anchor="end">{dayText(ended[ended.length - 1] ?? 0)}</text>
      </svg>
      {width < narrow && (
        <ul class="names">
          {lines.map((line, i) => (
            <li key={i} class={`hue-${i}`}>
              {line.name} {rated(line)}
            </li>
          ))}
        </ul>
      )}
      <figcaption class="quiet">
        After {counted(games[moment] ?? 0, "game")}, {timeText(ended[moment] ?? 0)}
      </figcaption>
    </figure>
  );
}

const shortened = (name: string): string => ([...name].length > 18 ? `${[...name].slice(0, 17).join("")}…` : name);

const summary = (lines: RatingLine[]): string =>
  lines
    .map((line) => {
      const now = [...line.ratings].reverse().find((each) => each !== null);
      return `${line.name} ${now === undefined || now === null ? "not rated" : ratingText(now)}`;
    })
    .join(", ");

// Round numbers between two, not more than seven of them.
function ticks(low: number, high: number): number[] {
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((each) => (high - low) / each <= 7) ?? 10000;
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(tick);
  return found;
}

// Names beside the ends of their lines, pushed apart where they would overlap.
function spread<T extends { y: number }>(names: T[], bottom: number): T[] {
  const gap = 20;
  const sorted = names.map((each) => ({ ...each })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < sorted.length; ++i) sorted[i]!.y = Math.max(sorted[i]!.y, sorted[i - 1]!.y + gap);
  for (let i = sorted.length - 1; i >= 0; --i) {
    const floor = i + 1 < sorted.length ? sorted[i + 1]!.y - gap : bottom;
    sorted[i]!.y = Math.min(sorted[i]!.y, floor);
  }
  return sorted;
}

// The 95 % intervals as an area.
function band(line: RatingLine, x: (moment: number) => number, y: (rating: number) => number): string {
  const known = line.ratings.flatMap((rating, i) => (rating === null ? [] : [{ i, rating, error: line.errors?.[i] ?? 0 }]));
  const point = (i: number, rating: number) => `${x(i).toFixed(1)} ${y(rating).toFixed(1)}`;
  const upper = known.map(({ i, rating, error }) => point(i, rating + error));
  const lower = known.map(({ i, rating, error }) => point(i, rating - error)).reverse();
  return known.length > 1 ? `M${[...upper, ...lower].join("L")}Z` : "";
}

// Who stands better: a bar for one position, a graph for a whole game. Both show the expected final
// margin from side 1's view.
import type { Side } from "./api";
import { signed } from "./ui";

// From margin to a share of the bar: linear near zero, never quite full.
const share = (margin: number, scale: number): number => 0.5 + Math.atan(margin / scale) / Math.PI;

export function EvaluationBar({ margin, scale, names, exact }: {
  margin: number | null;
  scale: number;
  names: [string, string];
  exact: boolean;
}) {
  const part = margin === null ? 0.5 : share(margin, scale);
  const leader = margin === null ? "" : margin > 0 ? names[0] : margin < 0 ? names[1] : "";
  const text =
    margin === null
      ? "Not evaluated yet"
      : margin === 0
        ? "Even"
        : `${leader} by ${Math.abs(margin)}${exact ? ", proved" : ""}`;
  return (
    <div class="evaluation" role="meter" aria-label="Evaluation" aria-valuemin={0} aria-valuemax={100}
         aria-valuenow={Math.round(part * 100)} aria-valuetext={text}>
      <div class="fill" style={{ "--part": `${(part * 100).toFixed(2)}%` }} />
      <span>
        <b>{text}</b>
      </span>
    </div>
  );
}

interface GraphPoint {
  margin: number | null;
  lost: number; // by the move that led here
  side?: Side; // who made it
  moment?: boolean; // it decided the game
}

// One point per position; a mark where a move lost points, round for side 1 and square for side 2 as
// their discs are, with a ring where it decided the game; click to go there.
export function EvaluationGraph({ points, at, scale, onPick, label }: {
  points: GraphPoint[];
  at: number;
  scale: number;
  onPick: (ply: number) => void;
  label: string;
}) {
  const width = 320;
  const height = 110;
  const last = Math.max(1, points.length - 1);
  const x = (ply: number) => 6 + ((width - 12) * ply) / last;
  const y = (margin: number) => height * (1 - share(margin, scale));
  const known = points.flatMap((point, ply) => (point.margin === null ? [] : [{ ...point, margin: point.margin, ply }]));
  const path = known.map((point, i) => `${i === 0 ? "M" : "L"}${x(point.ply).toFixed(1)} ${y(point.margin).toFixed(1)}`).join("");
  const firstKnown = known[0];
  const lastKnown = known[known.length - 1];
  const area =
    firstKnown && lastKnown
      ? `${path}L${x(lastKnown.ply).toFixed(1)} ${height / 2}L${x(firstKnown.ply).toFixed(1)} ${height / 2}Z`
      : "";
  const pick = (event: MouseEvent & { currentTarget: Element }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * width - 6) / ((width - 12) / last));
    onPick(Math.max(0, Math.min(points.length - 1, ply)));
  };
  return (
    <svg class="graph" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} onClick={pick}>
      <clipPath id="graph-above"><rect width={width} height={height / 2} /></clipPath>
      <clipPath id="graph-below"><rect y={height / 2} width={width} height={height / 2} /></clipPath>
      <path class="area one" d={area} clip-path="url(#graph-above)" />
      <path class="area two" d={area} clip-path="url(#graph-below)" />
      <line class="zero" x1="0" x2={width} y1={height / 2} y2={height / 2} />
      <path class="curve" d={path} />
      {known
        .filter((point) => point.lost > 0)
        .map((point) => (
          <g key={point.ply} class={`slip ${severity(point.lost, scale)}`} transform={`translate(${x(point.ply).toFixed(1)} ${y(point.margin).toFixed(1)})`}>
            {point.moment && <circle class="ring" r="7.5" />}
            {point.side === 2 ? <rect x="-3.7" y="-3.7" width="7.4" height="7.4" rx="1" /> : <circle r="4" />}
            <title>{`Move ${point.ply}: ${signed(-point.lost)}${point.moment ? ", decisive" : ""}`}</title>
          </g>
        ))}
      <line class="now" x1={x(at)} x2={x(at)} y1="0" y2={height} />
    </svg>
  );
}

// How bad a loss of points is, for its colour and its mark.
export function severity(lost: number, scale: number): "fine" | "slip" | "mistake" | "blunder" {
  if (lost <= scale * 0.06) return "fine";
  if (lost <= scale * 0.2) return "slip";
  return lost <= scale * 0.55 ? "mistake" : "blunder";
}

export const severityMark = { fine: "", slip: "?!", mistake: "?", blunder: "??" } as const;

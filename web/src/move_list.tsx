// The moves of a game with their points, time and mistakes.
import { useEffect, useRef } from "preact/hooks";
import type { PlayedMove, ReviewedPly } from "./api";
import { severity, severityMark } from "./evaluation";
import { cpu, signed } from "./ui";

export function MoveList({ moves, names, at, onPick, reviews, scale = 1, meaning = "points" }: {
  moves: PlayedMove[];
  names: [string, string];
  at: number; // how many of the moves are on the board
  onPick?: (ply: number) => void;
  reviews?: ReadonlyMap<number, ReviewedPly>;
  scale?: number;
  meaning?: string | undefined; // of the number beside each move
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const item = box?.children[at - 1] as HTMLElement | undefined;
    if (box && item) box.scrollTop = item.offsetTop - box.offsetTop - box.clientHeight / 2;
  }, [at, moves.length]);
  if (moves.length === 0) return <p class="quiet">No move yet.</p>;
  const slowest = Math.max(...moves.map((move) => move.cpu), 0.01);
  return (
    <ol class="moves" ref={list} tabIndex={0} aria-label="Moves">
      {moves.map((move, i) => {
        const lost = reviews?.get(i)?.lost ?? 0;
        const mark = severityMark[severity(lost, scale)];
        const content = (
          <>
            <span class={`disc small side-${move.side}`} aria-hidden="true" />
            <span class="hidden">{`Move ${i + 1}, ${names[move.side - 1]}:`}</span>
            <span class="name">
              {move.move}
              {mark && <b class={`mark ${severity(lost, scale)}`}>{mark}</b>}
            </span>
            <span class="num" title={meaning}>{signed(move.gain)}</span>
            <span class="num lost">
              {lost > 0 && (
                <>
                  <span class="hidden">lost </span>−{lost}
                </>
              )}
            </span>
            <span class="num time" style={{ "--part": `${((100 * move.cpu) / slowest).toFixed(1)}%` }}>
              {cpu(move.cpu)}
            </span>
          </>
        );
        return (
          <li key={i} class={i + 1 === at ? "now" : ""}>
            {onPick ? (
              <button type="button" aria-current={i + 1 === at ? "step" : undefined} onClick={() => onPick(i + 1)}>
                {content}
              </button>
            ) : (
              <div class="row">{content}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

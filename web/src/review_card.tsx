// What a review says of a whole game: how it ended, how accurate each player was, and the moves that
// decided it, one's own told apart from the other's.
import type { Frames, ReviewedPly, ReviewEnd, Side } from "./api";
import { Choice, counted, outcomeSentence, signed, whySentence } from "./ui";

interface Mistake {
  ply: number; // from 1
  side: Side;
}

interface ReviewCardProps {
  frames: Frames;
  names: [string, string];
  person: 0 | Side; // who looks at a game of theirs; 0: neither, or both
  reviews: ReadonlyMap<number, ReviewedPly>;
  verdict: ReviewEnd | undefined; // once the review has ended
  reviewing: boolean;
  mistakes: Mistake[];
  blamed: 0 | Side;
  onBlame: (side: 0 | Side) => void;
  at: number; // the mistake that is shown, or 0
  onMistake: (ply: number) => void;
}

export function ReviewCard(props: ReviewCardProps) {
  const { frames, names, person, verdict, reviewing, mistakes, blamed } = props;
  const points = frames.boards[frames.moves.length]?.points ?? [0, 0];
  return (
    <section class="card verdict">
      {frames.result && <h2>{outcomeSentence(frames.result, names, points)}</h2>}
      {frames.result && whySentence(frames.result, names) && <p>{whySentence(frames.result, names)}</p>}
      {(reviewing || verdict) && (
        <dl class="accuracy" aria-label="Accuracy">
          {([1, 2] as const).map((side) => (
            <AccuracyRow key={side} side={side} name={names[side - 1]!} own={side === person} value={verdict?.accuracy[side - 1]} />
          ))}
        </dl>
      )}
      {(reviewing || verdict) && <Moments {...props} />}
      <p class="quiet">{found(mistakes.length, reviewing, verdict !== undefined || props.reviews.size > 0)}</p>
      {(reviewing || verdict || mistakes.length > 0) && (
        <Choice
          label="Mistakes of"
          value={blamed}
          options={([1, 2, 0] as const).map((side) => {
            const count = mistakes.filter((each) => side === 0 || each.side === side).length;
            return [side, `${side === 0 ? "Both" : names[side - 1]} (${count})`] as const;
          })}
          onChange={props.onBlame}
        />
      )}
    </section>
  );
}

const found = (mistakes: number, reviewing: boolean, reviewed: boolean): string => {
  if (mistakes > 0) return `${counted(mistakes, "mistake")} found${reviewing ? " so far…" : "."}`;
  if (reviewing) return "Looking for mistakes…";
  return reviewed ? "No mistake found." : "\u00a0";
};

// `value` is undefined until it is known, null where nothing was at stake.
function AccuracyRow({ side, name, own, value }: { side: Side; name: string; own: boolean; value: number | null | undefined }) {
  const text = value === undefined ? "…" : value === null ? "–" : `${Math.round(value)} %`;
  return (
    <div class={own ? "own" : ""}>
      <dt>
        <span class={`disc small side-${side}`} aria-hidden="true" />
        {name}
        <span class="hidden">, accuracy</span>
      </dt>
      <dd class="num">
        <span class={`meter side-${side}`} style={{ "--part": `${value ?? 0}%` }} aria-hidden="true" />
        {text}
      </dd>
    </div>
  );
}

function Moments({ frames, names, person, reviews, verdict, at, onMistake }: ReviewCardProps) {
  const moments = verdict?.moments ?? [];
  return (
    <div class="moments">
      <h3>What decided it</h3>
      {verdict && moments.length === 0 && <p class="quiet">Neither lost anything.</p>}
      <ol>
        {moments.map((ply) => {
          const move = frames.moves[ply];
          const review = reviews.get(ply);
          if (!move || !review) return null;
          return (
            <li key={ply}>
              <button type="button" class={move.side === person ? "own" : ""} aria-current={at === ply + 1 ? "step" : undefined} onClick={() => onMistake(ply + 1)}>
                <span class={`disc small side-${move.side}`} aria-hidden="true" />
                <span>
                  <strong>
                    {ply + 1}. {names[move.side - 1]}: {move.move}
                  </strong>
                  <small>
                    {review.best} was better{review.exact ? ", exact" : ""}
                  </small>
                </span>
                <span class="num">{signed(-review.lost)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

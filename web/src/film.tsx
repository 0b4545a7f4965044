// A finished game shown again: used by the replay page and by the offline viewer, so it asks the
// server for nothing.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Frames, ReviewedPly, Side } from "./api";
import { Board } from "./board";
import { EvaluationBar, EvaluationGraph, severity } from "./evaluation";
import { KnownGames } from "./games/context";
import { looksOf } from "./games";
import { MoveList } from "./move_list";
import { Choice, Icon, counted, cpu, duration, outcomeSentence, signed } from "./ui";

export interface Film {
  frames: Frames;
  reviews: ReviewedPly[]; // in the order of their plies, as far as the review has come
}

interface FilmProps {
  film: Film;
  actions?: (at: number) => ComponentChildren;
  reviewing?: boolean;
}

export function FilmView(props: FilmProps) {
  return (
    <KnownGames.Provider value={[props.film.frames.info]}>
      <FilmTable {...props} />
    </KnownGames.Provider>
  );
}

function FilmTable({ film, actions, reviewing }: FilmProps) {
  const { frames } = film;
  const [at, setAt] = useState(0);
  // Whether the board before move `at` is shown, with that move and a better one drawn on it.
  const [before, setBefore] = useState(false);
  // Whose mistakes the buttons go to: 0 is both players'.
  const [blamed, setBlamed] = useState<0 | Side>(() => sideOfPerson(film.frames));
  const [running, setRunning] = useState(false);
  const forward = useRef(false); // whether the last change was one step forward, to animate it
  const end = frames.moves.length;
  const shown = before ? at - 1 : at;
  const board = frames.boards[shown] ?? frames.boards[0]!;
  const reviews = new Map(film.reviews.map((review) => [review.ply, review]));
  const scale = looksOf(board.game).scale(board.size);
  const names: [string, string] = [frames.players[0].name, frames.players[1].name];
  const mistakes = frames.moves.flatMap((each, i) => {
    const kind = severity(reviews.get(i)?.lost ?? 0, scale);
    return kind === "mistake" || kind === "blunder" ? [{ ply: i + 1, side: each.side }] : [];
  });
  const sought = mistakes.filter((each) => blamed === 0 || each.side === blamed).map((each) => each.ply);

  const goTo = (ply: number) => {
    const target = Math.max(0, Math.min(end, ply));
    forward.current = target === shown + 1;
    setAt(target);
    setBefore(false);
  };
  const goToMistake = (ply: number) => {
    forward.current = false;
    setRunning(false);
    setAt(ply);
    setBefore(true);
  };
  useEffect(() => {
    if (!running) return;
    if (at >= end) return setRunning(false);
    const timer = setTimeout(() => goTo(shown + 1), 900);
    return () => clearTimeout(timer);
  }, [running, at]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, .board, .moves") || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") goTo(shown + 1);
      else if (event.key === "ArrowLeft") goTo(shown - 1);
      else if (event.key === "Home") goTo(0);
      else if (event.key === "End") goTo(end);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [shown, end]);

  const marginAt = (ply: number): number | null => {
    const points = frames.boards[ply]?.points ?? [0, 0];
    if (frames.boards[ply]?.over) return points[0] - points[1];
    return reviews.get(ply)?.margin ?? null;
  };
  const move = at > 0 ? frames.moves[at - 1] : undefined;
  const review = at > 0 ? reviews.get(at - 1) : undefined;
  const nextMistake = sought.find((ply) => ply > at);
  const previousMistake = [...sought].reverse().find((ply) => ply < at);

  return (
    <div class="table filmed">
      <h1 class="hidden">
        {names[0]} against {names[1]}
      </h1>
      <section class="stage" aria-label="Replay">
        <div class="seats">
          {[0, 1].map((i) => {
            const mine = [...frames.moves.slice(0, shown)].reverse().find((each) => each.side === i + 1);
            return (
              <div key={i} class={`seat side-${i + 1}${!board.over && board.to_move === i + 1 ? " to-move" : ""}`}>
                <span class="disc" aria-hidden="true">{frames.info.sides[i]!.mark}</span>
                <span class="who">
                  <strong>{names[i]}</strong>
                  {mine?.bank !== undefined && <small>{duration(mine.bank)} left</small>}
                </span>
                <span class="points">{board.points[i]}</span>
              </div>
            );
          })}
        </div>
        <EvaluationBar margin={marginAt(shown)} scale={scale} names={names} exact={board.over || (reviews.get(shown)?.exact ?? false)} />
        <Board
          board={board}
          label={before ? `Board before move ${at} of ${end}` : `Board after move ${at} of ${end}`}
          last={move && forward.current && !before ? move.cells : null}
          better={reviews.get(shown)?.cells ?? null}
          played={before && move ? move.cells : null}
        />
        <p class="status" aria-live="polite">
          {move
            ? `${at}. ${names[move.side - 1]}: ${move.move}${move.why ? ` (${move.why})` : ""}, ${signed(move.gain)}, ${cpu(move.cpu)}` +
              (review && review.lost > 0 ? `. ${review.best} was better by ${review.lost}${continuation(review)}.` : "")
            : "The start."}
          {shown === end && frames.result && ` ${outcomeSentence(frames.result, names, board.points)}.`}
        </p>
        <div class="player" role="group" aria-label="Playback">
          <button type="button" aria-label="First position" disabled={at === 0} onClick={() => goTo(0)}><Icon name="first" /></button>
          <button type="button" aria-label="Previous mistake" disabled={previousMistake === undefined} onClick={() => goToMistake(previousMistake ?? at)}>?<Icon name="back" /></button>
          <button type="button" aria-label="Back" disabled={shown === 0} onClick={() => goTo(shown - 1)}><Icon name="back" /></button>
          <button type="button" class="primary" aria-label={running ? "Pause" : "Play"} onClick={() => {
            if (at >= end) goTo(0);
            setRunning(!running);
          }}>
            <Icon name={running ? "pause" : "play"} />
          </button>
          <button type="button" aria-label="Forward" disabled={shown === end} onClick={() => goTo(shown + 1)}><Icon name="forward" /></button>
          <button type="button" aria-label="Next mistake" disabled={nextMistake === undefined} onClick={() => goToMistake(nextMistake ?? at)}><Icon name="forward" />?</button>
          <button type="button" aria-label="Last position" disabled={at === end} onClick={() => goTo(end)}><Icon name="last" /></button>
        </div>
        <input class="scrub" type="range" min={0} max={end} value={shown} aria-label="Move" onInput={(event) => goTo(Number(event.currentTarget.value))} />
      </section>
      <aside class="panel">
        {frames.result && (
          <section class="card verdict">
            <h2>{outcomeSentence(frames.result, names, frames.boards[end]?.points ?? [0, 0])}</h2>
            {frames.result.sentence && <p>{frames.result.sentence}</p>}
            <p class="quiet">
              {mistakes.length === 0
                ? reviewing
                  ? "Looking for mistakes…"
                  : film.reviews.length > 0
                    ? "No mistake found."
                    : " "
                : `${counted(mistakes.length, "mistake")} found${reviewing ? " so far…" : "."}`}
            </p>
            {mistakes.length > 0 && (
              <Choice
                label="Mistakes of"
                value={blamed}
                options={([1, 2, 0] as const).map((side) => {
                  const count = mistakes.filter((each) => side === 0 || each.side === side).length;
                  return [side, `${side === 0 ? "Both" : names[side - 1]} (${count})`] as const;
                })}
                onChange={setBlamed}
              />
            )}
          </section>
        )}
        <section class="card">
          <h2>Evaluation</h2>
          <EvaluationGraph
            points={frames.boards.map((_, ply) => ({ margin: marginAt(ply), lost: ply > 0 ? significant(reviews.get(ply - 1)?.lost ?? 0, scale) : 0 }))}
            at={shown}
            scale={scale}
            onPick={goTo}
            label={`Expected final margin over ${counted(end, "move")}`}
          />
          {actions?.(shown)}
        </section>
        <section class="card moves-card">
          <h2>Moves</h2>
          <MoveList moves={frames.moves} names={names} at={at} onPick={goTo} reviews={reviews} scale={scale} />
        </section>
      </aside>
    </div>
  );
}

// A person who plays an engine wants to see their own mistakes first.
function sideOfPerson(frames: Frames): 0 | Side {
  const people = frames.players.map((player) => player.spec === "human");
  return people[0] === people[1] ? 0 : people[0] ? 1 : 2;
}

// What would have followed the better move: ", then C4 D1".
function continuation(review: ReviewedPly): string {
  const [first, ...answers] = review.line;
  return first === review.best && answers.length > 0 ? `, then ${answers.slice(0, 3).join(", ")}` : "";
}

const significant = (lost: number, scale: number): number => (severity(lost, scale) === "fine" ? 0 : lost);

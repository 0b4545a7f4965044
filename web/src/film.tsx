// A finished game shown again: used by the replay page and by the offline viewer, so it asks the
// server for nothing.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Frames, ReviewedPly, ReviewEnd, Side } from "./api";
import { Board } from "./board";
import { EvaluationBar, EvaluationGraph, severity } from "./evaluation";
import { KnownGames } from "./games/context";
import { looksOf } from "./games";
import { MoveList } from "./move_list";
import { type MoveJudge, mistakeSentence, trialSentence, useRetry } from "./retry";
import { ReviewCard } from "./review_card";
import { useShortcuts } from "./shortcuts";
import { Icon, KindChoice, Notice, counted, cpu, duration, komiText, outcomeSentence, signed } from "./ui";

export interface Film {
  frames: Frames;
  reviews: ReviewedPly[]; // in the order of their plies, as far as the review has come
  verdict?: ReviewEnd | undefined; // once it has ended
}

interface FilmProps {
  film: Film;
  start?: number; // the move shown first
  actions?: (at: number) => ComponentChildren;
  last?: ComponentChildren; // below all else
  reviewing?: boolean;
  judge?: MoveJudge; // of moves tried on the board, where there is a server
  plain?: boolean; // nobody reviews it: shows who leads, not who stands better
}

export function FilmView(props: FilmProps) {
  return (
    <KnownGames.Provider value={[props.film.frames.info]}>
      <FilmTable {...props} />
    </KnownGames.Provider>
  );
}

function FilmTable({ film, start = 0, actions, last, reviewing = false, judge, plain = false }: FilmProps) {
  const { frames } = film;
  const [at, setAt] = useState(start);
  // Whether the board before move `at` is shown, with that move and a better one drawn on it.
  const [before, setBefore] = useState(false);
  // Whose mistakes the buttons go to: 0 is both players'.
  const person = sideOfPerson(frames);
  const [blamed, setBlamed] = useState<0 | Side>(person);
  const [kind, setKind] = useState(""); // of moves tried, where there are several
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
  const marginAt = (ply: number): number | null => {
    const points = frames.boards[ply]?.points ?? [0, 0];
    if (plain || frames.boards[ply]?.over) return points[0] - points[1];
    return reviews.get(ply)?.margin ?? null;
  };
  const slipBefore = (ply: number) => {
    const by = frames.moves[ply - 1];
    if (!by) return { lost: 0 };
    return { lost: significant(reviews.get(ply - 1)?.lost ?? 0, scale), side: by.side, moment: film.verdict?.moments.includes(ply - 1) ?? false };
  };
  const move = at > 0 ? frames.moves[at - 1] : undefined;
  const review = at > 0 ? reviews.get(at - 1) : undefined;
  const lesson = before && move && review ? { move, review } : null;
  const { retry, start: tryAgain, end: showAnswer, trouble } = useRetry(judge, lesson && board);
  const trial = retry?.trial ?? null;
  const nextMistake = sought.find((ply) => ply > at);
  const previousMistake = [...sought].reverse().find((ply) => ply < at);
  // On a phone the card that one clicks stands below the board.
  const stage = useRef<HTMLElement>(null);
  const lookAtMistake = (ply: number) => {
    goToMistake(ply);
    const box = stage.current?.querySelector(".board")?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > innerHeight)) stage.current?.scrollIntoView();
  };
  const playOrPause = () => {
    if (at >= end) goTo(0);
    setRunning(!running);
  };
  useShortcuts({
    ArrowLeft: ["back", () => goTo(shown - 1)],
    ArrowRight: ["forward", () => goTo(shown + 1)],
    Home: ["first position", () => goTo(0)],
    End: ["last position", () => goTo(end)],
    " ": ["play or pause", playOrPause],
    n: ["next mistake", nextMistake === undefined ? null : () => goToMistake(nextMistake)],
    p: ["previous mistake", previousMistake === undefined ? null : () => goToMistake(previousMistake)],
    ...(judge ? { t: ["try a mistake again", tryAgain] as const } : {}),
  });

  return (
    <div class="table filmed">
      <h1 class="hidden">
        {names[0]} against {names[1]}
      </h1>
      <section class="stage" aria-label="Replay" ref={stage}>
        <div class="seats">
          {[0, 1].map((i) => {
            const mine = [...frames.moves.slice(0, shown)].reverse().find((each) => each.side === i + 1);
            return (
              <div key={i} class={`seat side-${i + 1}${!board.over && board.to_move === i + 1 ? " to-move" : ""}`}>
                <span class="disc" aria-hidden="true">{frames.info.sides[i]!.mark}</span>
                <span class="who">
                  <strong>{names[i]}</strong>
                  {komiText(frames.players[i]!.komi) && <small>{komiText(frames.players[i]!.komi)}</small>}
                  {frames.bank > 0 && <small>{mine?.bank === undefined ? "\u00a0" : `${duration(mine.bank)} left`}</small>}
                </span>
                <span class="points">{board.points[i]}</span>
              </div>
            );
          })}
        </div>
        {!plain && <EvaluationBar margin={marginAt(shown)} scale={scale} names={names} exact={board.over || (reviews.get(shown)?.exact ?? false)} />}
        <Board
          board={retry?.board ?? board}
          label={before ? `Board before move ${at} of ${end}${retry ? ". Arrow keys move, Enter tries the move." : ""}` : `Board after move ${at} of ${end}`}
          last={move && forward.current && !before ? move.cells : null}
          better={retry ? (trial && trial.lost === 0 ? trial.played : null) : (reviews.get(shown)?.cells ?? null)}
          played={retry ? (trial && trial.lost > 0 ? trial.played : null) : before && move ? move.cells : null}
          onPlay={retry && !retry.busy ? retry.play : undefined}
          kind={kind || null}
        />
        <p class="status" aria-live="polite">
          {lesson && retry
            ? trial
              ? trialSentence(trial, lesson.review, lesson.move.move)
              : retry.busy
                ? "Looking at it…"
                : `${names[lesson.move.side - 1]} played ${lesson.move.move} and lost ${lesson.review.lost}. What is better?`
            : move
              ? `${at}. ${names[move.side - 1]}: ${move.move}${move.why ? ` (${move.why})` : ""}, ${signed(move.gain)}, ${cpu(move.cpu)}` +
                (review && review.lost > 0 ? `. ${mistakeSentence(move, review)}` : "")
              : "The start."}
          {shown === end && frames.result && ` ${outcomeSentence(frames.result, names, board.points)}.`}
        </p>
        {lesson && tryAgain && (
          <div class="retrying">
            {trouble && <Notice>{trouble}</Notice>}
            <div class="actions">
              <button type="button" class={retry ? "" : "primary"} onClick={retry ? showAnswer : tryAgain}>
                {retry ? "Show the answer" : "Try again"}
              </button>
              <button type="button" disabled={nextMistake === undefined} onClick={() => goToMistake(nextMistake ?? at)}>
                Next mistake
              </button>
            </div>
            {retry && <KindChoice kinds={frames.info.move_kinds} value={kind} onChange={setKind} />}
          </div>
        )}
        <div class="player" role="group" aria-label="Playback">
          <button type="button" aria-label="First position" disabled={at === 0} onClick={() => goTo(0)}><Icon name="first" /></button>
          {!plain && <button type="button" aria-label="Previous mistake" disabled={previousMistake === undefined} onClick={() => goToMistake(previousMistake ?? at)}>?<Icon name="back" /></button>}
          <button type="button" aria-label="Back" disabled={shown === 0} onClick={() => goTo(shown - 1)}><Icon name="back" /></button>
          <button type="button" class="primary" aria-label={running ? "Pause" : "Play"} onClick={playOrPause}>
            <Icon name={running ? "pause" : "play"} />
          </button>
          <button type="button" aria-label="Forward" disabled={shown === end} onClick={() => goTo(shown + 1)}><Icon name="forward" /></button>
          {!plain && <button type="button" aria-label="Next mistake" disabled={nextMistake === undefined} onClick={() => goToMistake(nextMistake ?? at)}><Icon name="forward" />?</button>}
          <button type="button" aria-label="Last position" disabled={at === end} onClick={() => goTo(end)}><Icon name="last" /></button>
        </div>
        <input class="scrub" type="range" min={0} max={end} value={shown} aria-label="Move" onInput={(event) => goTo(Number(event.currentTarget.value))} />
      </section>
      <aside class="panel">
        <ReviewCard
          {...{ frames, names, person, reviews, reviewing, mistakes, blamed }}
          verdict={film.verdict}
          onBlame={setBlamed}
          at={before ? at : 0}
          onMistake={lookAtMistake}
        />
        <section class="card">
          <h2>{plain ? "Lead" : "Evaluation"}</h2>
          <EvaluationGraph
            points={frames.boards.map((_, ply) => ({ margin: marginAt(ply), ...slipBefore(ply) }))}
            at={shown}
            scale={scale}
            onPick={goTo}
            label={`${plain ? "Lead" : "Expected final margin"} over ${counted(end, "move")}`}
          />
          {actions?.(shown)}
        </section>
        <section class="card moves-card">
          <h2>Moves</h2>
          <MoveList moves={frames.moves} names={names} at={at} onPick={goTo} reviews={reviews} scale={scale} meaning={looksOf(board.game).meaning} />
        </section>
        {last}
      </aside>
    </div>
  );
}

// A person who plays an engine wants to see their own mistakes first.
function sideOfPerson(frames: Frames): 0 | Side {
  const people = frames.players.map((player) => player.spec === "human");
  return people[0] === people[1] ? 0 : people[0] ? 1 : 2;
}

const significant = (lost: number, scale: number): number => (severity(lost, scale) === "fine" ? 0 : lost);

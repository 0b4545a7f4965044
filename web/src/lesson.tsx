// The first minute: three moves that show the rules, played on the first page. What a game teaches
// and on which board stands in its looks; the moves themselves are made by the server's rules.
import { useEffect, useRef, useState } from "preact/hooks";
import { type BoardState, type GameInfo, post } from "./api";
import { Board } from "./board";
import { looksOf } from "./games";
import type { Lesson as LessonOf } from "./games/looks";
import { reducedMotion } from "./hooks";
import { Link } from "./router";

interface Shown {
  board: BoardState;
  last: number[] | null;
}

export function Lesson({ info }: { info: GameInfo }) {
  const lesson = looksOf(info.name).lesson;
  const [shown, setShown] = useState<Shown | null>(null);
  const [step, setStep] = useState(0);
  const [said, setSaid] = useState(""); // about the last move
  const [busy, setBusy] = useState(false);
  const current = useRef(0); // what is shown now: an answer that comes late is of another lesson
  const begin = async () => {
    if (!lesson) return;
    const mine = ++current.current;
    setStep(0);
    setSaid("");
    setBusy(false);
    setShown(null);
    const board = await post<BoardState>("/api/positions", { text: lesson.position, game: info.name }).catch(() => null);
    if (board && mine === current.current) setShown({ board, last: null });
  };
  useEffect(() => {
    void begin();
    return () => void ++current.current;
  }, [info.name]);
  if (!lesson) return null;

  const over = step >= lesson.steps.length;
  const play = async (name: string) => {
    const task = lesson.steps[step];
    if (!shown || !task || busy) return;
    if (name !== task.answer) {
      setSaid(task.wrong);
      return;
    }
    const mine = current.current;
    setBusy(true);
    let { board } = shown;
    // The person's move, and then what the other side answers, with time to see each.
    for (const [i, move] of [name, ...task.replies].entries()) {
      if (i > 0 && !reducedMotion()) await new Promise((done) => setTimeout(done, 1000));
      const made = await post<{ board: BoardState; cells: number[] }>("/api/positions/play", { game: info.name, position: board.position, move }).catch(() => null);
      if (!made || mine !== current.current) return;
      board = made.board;
      setShown({ board, last: made.cells });
      if (i === 0) setSaid(task.right);
    }
    setStep(step + 1);
    setBusy(false);
  };

  const board = shown?.board ?? still(info, lesson);
  return (
    <section class="lesson" id="lesson" aria-label="Lesson" data-step={step}>
      <h2>Learn it in three moves</h2>
      <p class="said" aria-live="polite">
        <strong>{said}</strong> {busy ? "" : over ? lesson.end : lesson.steps[step]!.ask}
      </p>
      <Board
        key={info.name}
        board={board}
        label={`Lesson: ${lesson.steps[step]?.ask ?? "the end"} Arrow keys move, Enter picks.`}
        last={shown?.last ?? null}
        onPlay={shown && !busy && !over ? play : undefined}
        hint={busy || over ? null : lesson.steps[step]!.hint ? lesson.steps[step]!.answer : null}
        still={!shown}
      />
      <p class="steps">
        {lesson.steps.map((_, i) => (
          <i key={i} class={i < step ? "done" : i === step ? "now" : ""} />
        ))}
        <span class="quiet">{over ? `You ${board.points[0]} : ${board.points[1]} the other` : `Move ${step + 1} of ${lesson.steps.length}`}</span>
        {step > 0 && (
          <button type="button" class="link" onClick={begin}>
            Again
          </button>
        )}
        {over && <Link href={`/puzzles?game=${info.name}`}>Go on with puzzles</Link>}
      </p>
    </section>
  );
}

// The board before the server has answered: a picture of the same size.
const still = (info: GameInfo, { position, rows, values }: LessonOf): BoardState => ({
  game: info.name,
  position,
  size: rows.length,
  rows,
  ...(values ? { values } : {}),
  to_move: 1,
  points: [0, 0],
  over: false,
  moves: [],
});

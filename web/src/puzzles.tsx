// Puzzles: a board with one best move, an answer at once, and what would have followed. Every value
// here is proved.
import { useEffect, useState } from "preact/hooks";
import type { BoardState, GameInfo, Info, Move, Side } from "./api";
import { Board, cellName } from "./board";
import { sideName } from "./games/context";
import { looksOf } from "./games";
import { reducedMotion, useFetched, useStored, useTitle } from "./hooks";
import { type Daily, Grade, puzzleLink } from "./puzzle_daily";
import { isSolved, streak, today, useProgress } from "./puzzle_progress";
import { Link, navigate } from "./router";
import { useShortcuts } from "./shortcuts";
import { Choice, KindChoice, DeadEnd, counted, signed } from "./ui";

interface Step {
  side: Side;
  move: string;
  cells: number[];
  gain: number;
  board: BoardState;
}

interface Puzzle {
  game: string;
  number: number;
  grade: number;
  value: number; // of the best move
  margin: number;
  source: string;
  board: BoardState;
  values: Record<string, number>; // of every move
  solution: Step[]; // best play after the best move
  refutation: Step[]; // and after the most tempting other
}

type Stage = "open" | "solved" | "shown";
// A place in one of the two lines; ply 0 is the puzzle itself.
type Place = { line: "solution" | "refutation"; ply: number };
const start: Place = { line: "solution", ply: 0 };

// The first puzzle from `from` on that is not solved, of a grade (0: of any), around the end.
function nextOpen(grades: number[], wanted: number, from: number, solved: (number: number) => boolean): number {
  const gradeOf = grades.flatMap((count, i) => Array<number>(count).fill(i + 1));
  const count = gradeOf.length;
  for (let i = 0; i < count; ++i) {
    const number = ((from - 1 + i) % count) + 1;
    if ((wanted === 0 || gradeOf[number - 1] === wanted) && !solved(number)) return number;
  }
  return ((from - 1) % count) + 1;
}

export function Puzzles({ info, query }: { info: Info; query: URLSearchParams }) {
  const games = info.games.filter((each) => (each.puzzles?.length ?? 0) > 0);
  const { progress, solve, fail } = useProgress();
  const [wanted, setWanted] = useStored("puzzle-grade", 0);
  const { data: daily } = useFetched<Daily>(`/api/puzzles/daily?date=${today()}`);
  const game = games.find((each) => each.name === query.get("game")) ?? games[0];
  const grades = game?.puzzles ?? [];
  const count = grades.reduce((sum, each) => sum + each, 0);
  const asked = Number(query.get("number"));
  const next = (from: number, grade = wanted) =>
    game ? nextOpen(grades, grade, from, (number) => isSolved(progress, game.name, number)) : 1;
  const known = asked >= 1 && asked <= count;
  const number = known ? asked : next(1);
  // The address names the puzzle, so that it can be sent to a friend.
  useEffect(() => {
    if (game && !known) navigate(puzzleLink(game.name, number), true);
  }, [game, known, number]);
  const { data: puzzle, error } = useFetched<Puzzle>(game && known ? `/api/puzzles/${game.name}/${number}` : null);
  useTitle("Puzzles · zerosum");

  if (error) return <DeadEnd title="No puzzle">{error}</DeadEnd>;
  if (!game) return <DeadEnd title="No puzzle">This server has no puzzles.</DeadEnd>;
  if (!puzzle) return <p class="loading">Setting the board…</p>;
  const isDaily = daily?.game === puzzle.game && daily.number === puzzle.number;
  const days = streak(progress);
  return (
    <Riddle
      key={`${puzzle.game} ${puzzle.number}`}
      puzzle={puzzle}
      info={game}
      daily={isDaily}
      onSolved={(clean) => solve(puzzle.game, puzzle.number, clean, isDaily ? today() : null)}
      onFailed={() => fail(puzzle.game, puzzle.number)}
      onNext={() => navigate(puzzleLink(game.name, next(puzzle.number + 1)))}
    >
      <section class="card">
        <h2>
          Puzzles <small class="quiet">{progress.solved[game.name]?.length ?? 0} of {count} solved</small>
        </h2>
        <Choice
          label="Game"
          value={game.name}
          options={games.map((each) => [each.name, each.title] as const)}
          onChange={(name) => navigate(`/puzzles?game=${name}`)}
        />
        <Choice
          label="Grade"
          value={wanted}
          options={[[0, "Any"], ...grades.map((_, i) => [i + 1, String(i + 1)] as const)]}
          onChange={(grade) => {
            setWanted(grade);
            navigate(puzzleLink(game.name, next(1, grade)));
          }}
        />
        <p class="quiet streak">
          {progress.longest > 0
            ? `${counted(progress.row, "puzzle")} in a row at the first try, ${progress.longest} at best.`
            : "Solve one at the first try to start a streak."}
          {days > 0 && ` Puzzle of the day: ${counted(days, "day")} in a row.`}
        </p>
        {daily && !isDaily && (
          <Link href={puzzleLink(daily.game, daily.number)}>
            Puzzle of the day{isSolved(progress, daily.game, daily.number) ? ", solved" : ""}
          </Link>
        )}
      </section>
    </Riddle>
  );
}

interface RiddleProps {
  puzzle: Puzzle;
  info: GameInfo;
  daily: boolean;
  onSolved: (clean: boolean) => void;
  onFailed: () => void;
  onNext: () => void;
  children: preact.ComponentChildren;
}

function Riddle({ puzzle, info, daily, onSolved, onFailed, onNext, children }: RiddleProps) {
  const looks = looksOf(puzzle.game);
  const [stage, setStage] = useState<Stage>("open");
  const [tried, setTried] = useState<Move | null>(null); // the last wrong move
  const [place, setPlace] = useState<Place>(start);
  const [preview, setPreview] = useState<Move | null>(null);
  const [kind, setKind] = useState("");
  const [refused, setRefused] = useState("");
  const [clean, setClean] = useState(true);
  const mover = puzzle.board.to_move;
  const best = puzzle.solution[0]!;
  useEffect(() => setRefused(""), [kind, preview]);

  const attempt = (name: string) => {
    const move = puzzle.board.moves.find((each) => each.name === name)!;
    if (puzzle.values[name] === puzzle.value) {
      setTried(null);
      setStage("solved");
      setPlace({ line: "solution", ply: 1 });
      onSolved(clean);
      return;
    }
    setTried(move);
    setClean(false);
    onFailed();
  };
  const reveal = () => {
    setTried(null);
    setStage("shown");
    onFailed();
    // First the puzzle once more, then the move.
    if (reducedMotion()) setPlace({ line: "solution", ply: 1 });
    else setTimeout(() => setPlace({ line: "solution", ply: 1 }), 350);
  };

  const walk = (by: number) =>
    setPlace({ ...place, ply: Math.max(0, Math.min(puzzle[place.line].length, place.ply + by)) });
  useShortcuts({
    ArrowLeft: ["a move back", stage === "open" ? null : () => walk(-1)],
    ArrowRight: ["a move on", stage === "open" ? null : () => walk(1)],
    n: ["next puzzle", onNext],
  });

  const step = place.ply === 0 ? null : puzzle[place.line][place.ply - 1]!;
  const board = step?.board ?? puzzle.board;
  const open = stage === "open";
  const lost = tried ? puzzle.value - puzzle.values[tried.name]! : 0;
  const task = `${sideName(info, mover)} to move. Find the one best move.`;
  const status = open
    ? refused
      ? `No ${kind} is possible at ${refused}.`
      : preview && preview !== tried
        ? looks.sentence(puzzle.board, preview, info)
        : tried
          ? `Not ${tried.name}: ${worth(puzzle, tried.name)}, ${counted(lost, "point")} less than the best. Try again.`
          : task
    : step
      ? `${sideName(info, step.side)} plays ${step.move}, ${looks.gained(step.gain, info)}.`
      : task;

  return (
    <div class="table puzzle" data-stage={stage} data-tried={tried ? "wrong" : undefined}>
      <section class="stage" aria-label="Board">
        <h1 class="riddle">
          {daily ? "Puzzle of the day" : `Puzzle ${puzzle.number}`} <Grade grade={puzzle.grade} />
        </h1>
        <Board
          board={board}
          label={`${looks.board}, ${board.size} by ${board.size}. ${task} Arrow keys move, Enter tries a move.`}
          last={step?.cells ?? null}
          onPlay={open ? attempt : undefined}
          onPreview={setPreview}
          kind={kind || null}
          onRefused={(cell) => setRefused(cellName(cell, board.size))}
          played={open && tried ? tried.cells : null}
        />
        <p class={`status ${open ? (tried ? "wrong" : "") : "right"}`} aria-live="polite">
          {status}
        </p>
      </section>
      <aside class="panel">
        <section class="card">
          {open ? (
            <>
              <p class="quiet">{standing(puzzle.board, info)}</p>
              <div class="actions">
                <button type="button" onClick={reveal}>
                  Show me
                </button>
                <button type="button" onClick={onNext}>
                  Skip
                </button>
              </div>
            </>
          ) : (
            <Explanation puzzle={puzzle} info={info} solved={stage === "solved"} place={place} onPlace={setPlace} onNext={onNext} />
          )}
          {open && <KindChoice kinds={info.move_kinds} value={kind} onChange={setKind} />}
          {!open && (
            <div class="links">
              <Link href={`/analyse?game=${puzzle.game}&position=${encodeURIComponent(puzzle.board.position)}`}>Analyse this position</Link>
            </div>
          )}
        </section>
        {children}
      </aside>
      <p class="hidden" aria-live="assertive">
        {stage === "solved" ? `Right: ${best.move}.` : stage === "shown" ? `The answer is ${best.move}.` : ""}
      </p>
    </div>
  );
}

// "worth +17"
const worth = (puzzle: Puzzle, move: string): string => `worth ${signed(puzzle.values[move]!)}`;

const standing = (board: BoardState, info: GameInfo): string =>
  `${sideName(info, 1)} has ${counted(board.points[0], info.score.unit)}, ${sideName(info, 2)} has ${board.points[1]}.`;

// How a line ends for who is to move: "wins 52 : 40".
function ending(puzzle: Puzzle, line: Step[]): string {
  const { points } = line[line.length - 1]!.board;
  const mover = puzzle.board.to_move;
  const [mine, theirs] = [points[mover - 1]!, points[2 - mover]!];
  return `${mine > theirs ? "wins" : mine < theirs ? "loses" : "draws"} ${mine} : ${theirs}`;
}

function Explanation({ puzzle, info, solved, place, onPlace, onNext }: {
  puzzle: Puzzle;
  info: GameInfo;
  solved: boolean;
  place: Place;
  onPlace: (place: Place) => void;
  onNext: () => void;
}) {
  const best = puzzle.solution[0]!;
  const tempting = puzzle.refutation[0]!;
  const lost = puzzle.value - puzzle.values[tempting.move]!;
  const answer = puzzle.refutation[1];
  const mover = sideName(info, puzzle.board.to_move);
  const gained = (step: Step) => looksOf(puzzle.game).gained(step.gain, info);
  return (
    <div class="explained">
      <h2 class={solved ? "right" : ""}>{solved ? `Right: ${best.move}` : `The answer: ${best.move}`}</h2>
      <p>
        {best.move} is {worth(puzzle, best.move)} with best play: {mover} {ending(puzzle, puzzle.solution)}. Any other move is at least{" "}
        {counted(puzzle.margin, "point")} worse.
      </p>
      <Line puzzle={puzzle} line="solution" place={place} onPlace={onPlace} />
      <p>
        {tempting.gain >= best.gain ? "Tempting: " : "The largest of the others: "}
        {tempting.move} ({gained(tempting)} at once). It is {worth(puzzle, tempting.move)}, {counted(lost, "point")} less
        {answer ? `: the answer is ${answer.move} (${gained(answer)})` : ""}, and {mover} {ending(puzzle, puzzle.refutation)}.
      </p>
      <Line puzzle={puzzle} line="refutation" place={place} onPlace={onPlace} />
      <div class="actions">
        <button type="button" disabled={place.ply === 0} onClick={() => onPlace({ ...place, ply: place.ply - 1 })}>
          Back
        </button>
        <button
          type="button"
          disabled={place.ply === puzzle[place.line].length}
          onClick={() => onPlace({ ...place, ply: place.ply + 1 })}
        >
          Forward
        </button>
        <button type="button" class="primary" onClick={onNext}>
          Next puzzle
        </button>
      </div>
    </div>
  );
}

// The moves of a line, to go to any of them on the board.
function Line({ puzzle, line, place, onPlace }: {
  puzzle: Puzzle;
  line: Place["line"];
  place: Place;
  onPlace: (place: Place) => void;
}) {
  return (
    <ol class="tried" aria-label={line === "solution" ? "The solution" : "The tempting move and its refutation"}>
      {puzzle[line].map((step, i) => {
        const here = place.line === line && place.ply === i + 1;
        return (
          <li key={i}>
            <button type="button" class={here ? "on" : ""} aria-current={here ? "step" : undefined} onClick={() => onPlace({ line, ply: i + 1 })}>
              <span class={`disc small side-${step.side}`} aria-hidden="true" />
              {step.move}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

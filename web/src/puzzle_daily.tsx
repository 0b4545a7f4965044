// The puzzle of the day on the first page: its board, and how long the streak is.
import type { BoardState, Info } from "./api";
import { Board } from "./board";
import { useFetched } from "./hooks";
import { isSolved, streak, today, useProgress } from "./puzzle_progress";
import { Link } from "./router";
import { counted } from "./ui";

export interface Daily {
  game: string;
  number: number;
  grade: number;
  board: BoardState;
}

export const hasPuzzles = (info: Info): boolean => info.games.some((game) => (game.puzzles?.length ?? 0) > 0);

export const puzzleLink = (game: string, number: number) => `/puzzles?game=${game}&number=${number}`;

export function Grade({ grade }: { grade: number }) {
  return (
    <span class="grade" role="img" aria-label={`grade ${grade} of 5`}>
      {[1, 2, 3, 4, 5].map((each) => (
        <i key={each} class={each <= grade ? "on" : ""} />
      ))}
    </span>
  );
}

export function DailyPuzzle() {
  const { data: daily, error } = useFetched<Daily>(`/api/puzzles/daily?date=${today()}`);
  const { progress } = useProgress();
  if (error) return null;
  if (!daily) return <section class="card daily" />; // its place
  const days = streak(progress);
  const done = isSolved(progress, daily.game, daily.number);
  return (
    <section class="card daily">
      <div class="thumb">
        <Board still label="The board of the puzzle of the day" board={daily.board} />
      </div>
      <div>
        <h2>Puzzle of the day</h2>
        <p>
          One move is better than all others. <Grade grade={daily.grade} />
        </p>
        <p class="quiet" aria-live="polite">
          {done ? "Solved. " : ""}
          {days > 0 ? `${counted(days, "day")} in a row.` : "Solve it to start a streak."}
        </p>
        <div class="actions">
          <Link class="button" href={puzzleLink(daily.game, daily.number)}>
            {done ? "See it again" : "Solve it"}
          </Link>
          <Link href="/puzzles">All puzzles</Link>
        </div>
      </div>
    </section>
  );
}

// What the person at this browser has solved, kept in this browser.
import { useStored } from "./hooks";

interface Progress {
  solved: Record<string, number[]>; // numbers of puzzles by game, solved without being shown
  row: number; // solved in a row, each at the first try
  longest: number;
  day: string; // when the last puzzle of the day was solved, "2026-11-18"
  days: number; // on so many days in a row
}

const none: Progress = { solved: {}, row: 0, longest: 0, day: "", days: 0 };

// A date of the calendar that hangs where the person is.
const dateOf = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

export const today = (): string => dateOf(new Date());

const dayBefore = (date: string): string => {
  const [year, month, day] = date.split("-").map(Number);
  return dateOf(new Date(year!, month! - 1, day! - 1));
};

export const isSolved = (progress: Progress, game: string, number: number): boolean =>
  progress.solved[game]?.includes(number) ?? false;

// Days in a row up to today or yesterday: a day that is not over breaks nothing.
export const streak = (progress: Progress): number =>
  progress.day === today() || progress.day === dayBefore(today()) ? progress.days : 0;

export function useProgress() {
  const [stored, store] = useStored<Progress>("puzzles", none);
  const progress = { ...none, ...stored };
  // `clean`: at the first try. `daily`: it is the puzzle of this day.
  const solve = (game: string, number: number, clean: boolean, daily: string | null) => {
    const known = progress.solved[game] ?? [];
    const again = known.includes(number);
    const row = again ? progress.row : clean ? progress.row + 1 : 0;
    const next: Progress = {
      ...progress,
      solved: again ? progress.solved : { ...progress.solved, [game]: [...known, number] },
      row,
      longest: Math.max(progress.longest, row),
    };
    if (daily && progress.day !== daily) {
      next.days = progress.day === dayBefore(daily) ? progress.days + 1 : 1;
      next.day = daily;
    }
    store(next);
  };
  // A wrong try, or the answer asked for.
  const fail = (game: string, number: number) => {
    if (!isSolved(progress, game, number)) store({ ...progress, row: 0 });
  };
  return { progress, solve, fail };
}

// A mistake looked at again: another move is tried on the board before it, and judged at once.
import { useEffect, useState } from "preact/hooks";
import type { BoardState, PlayedMove, ReviewedPly, Trial } from "./api";
import { signed } from "./ui";

// Who can judge: the server, where there is one.
export interface MoveJudge {
  board: (shown: BoardState) => Promise<BoardState>; // the same with its legal moves
  judge: (board: BoardState, move: string) => Promise<Trial>;
}

interface Retry {
  board: BoardState; // with its moves
  trial: Trial | null; // of the last move tried
  busy: boolean;
  play: (move: string) => void;
}

// `shown` is the board before a mistake, null anywhere else. `start` begins, `end` goes back to the answer.
export function useRetry(judge: MoveJudge | undefined, shown: BoardState | null): {
  retry: Retry | null;
  start: (() => void) | null;
  end: () => void;
  trouble: string | null;
} {
  const [board, setBoard] = useState<BoardState | null>(null);
  const [trial, setTrial] = useState<Trial | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const end = () => {
    setBoard(null);
    setTrial(null);
    setTrouble(null);
  };
  useEffect(end, [shown]);
  const guarded = async (work: () => Promise<void>) => {
    setBusy(true);
    setTrouble(null);
    try {
      await work();
    } catch (problem) {
      setTrouble((problem as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const start = judge && shown ? () => void guarded(async () => setBoard(await judge.board(shown))) : null;
  const play = (move: string) => void guarded(async () => setTrial(await judge!.judge(board!, move)));
  const fits = board !== null && board.position === shown?.position;
  return { retry: fits ? { board, trial, busy, play } : null, start, end, trouble };
}

// What a mistake cost and what was better: the sentence under the board before it.
export function mistakeSentence(move: PlayedMove, review: ReviewedPly): string {
  const mine = (margin: number) => signed(move.side === 1 ? margin : -margin);
  const [first, answer, ...rest] = review.line;
  const answered = first === review.best && answer ? ` The other would have answered ${[answer, ...rest.slice(0, 2)].join(", ")}.` : "";
  return `${review.best} was better by ${review.lost}${review.exact ? ", exact" : ""}: a margin of ${mine(review.margin)} instead of ${mine(review.after)}.${answered}`;
}

// The answer to a move that was tried. `review` is of the move that was played in the game.
export function trialSentence(trial: Trial, review: ReviewedPly, played: string): string {
  const known = trial.exact ? ", exact" : "";
  const answer = trial.answer.length > 0 ? ` The other would answer ${trial.answer.slice(0, 3).join(", ")}.` : "";
  if (trial.lost === 0 || trial.move === review.best) return `${trial.move}: right, nothing is lost${known}.${answer}`;
  const compared =
    trial.move === played ? "that is what was played" : trial.lost < review.lost ? `less than ${played} did (${review.lost})` : `${trial.lost > review.lost ? "worse than" : "no better than"} ${played} (${review.lost})`;
  return `${trial.move} loses ${trial.lost}${known}: ${compared}.${answer}`;
}

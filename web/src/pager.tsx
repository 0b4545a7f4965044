// A long list shown a page at a time.
import { useState } from "preact/hooks";

// What is on the page now, and the buttons that turn it. `from` is kept inside the list when that
// becomes shorter.
export function usePages<T>(rows: readonly T[], size: number): { shown: readonly T[]; from: number; turn: (from: number) => void } {
  const [wanted, turn] = useState(0);
  const from = Math.max(0, Math.min(wanted, Math.floor((rows.length - 1) / size) * size));
  return { shown: rows.slice(from, from + size), from, turn };
}

export function Pager({ from, size, total, label, onTurn }: {
  from: number;
  size: number;
  total: number;
  label: string; // what is listed: "Games"
  onTurn: (from: number) => void;
}) {
  if (total <= size) return null;
  const last = Math.floor((total - 1) / size) * size;
  return (
    <nav class="pager" aria-label={`Pages of ${label.toLowerCase()}`}>
      <button type="button" disabled={from === 0} aria-label={`First page of ${label.toLowerCase()}`} onClick={() => onTurn(0)}>
        «
      </button>
      <button type="button" disabled={from === 0} onClick={() => onTurn(from - size)}>
        Previous
      </button>
      <span aria-live="polite">
        {from + 1} to {Math.min(total, from + size)} of {total}
      </span>
      <button type="button" disabled={from >= last} onClick={() => onTurn(from + size)}>
        Next
      </button>
      <button type="button" disabled={from >= last} aria-label={`Last page of ${label.toLowerCase()}`} onClick={() => onTurn(last)}>
        »
      </button>
    </nav>
  );
}

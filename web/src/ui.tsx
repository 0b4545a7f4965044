// Small parts that every page is made of.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Outcome } from "./api";
import { Link } from "./router";

export function Notice({ kind = "error", children }: { kind?: "error" | "info"; children: ComponentChildren }) {
  return (
    <p class={`notice ${kind}`} role={kind === "error" ? "alert" : "status"}>
      {children}
    </p>
  );
}

// A page that has nothing to show: why, and where to go instead.
export function DeadEnd({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h1>{title}</h1>
      <p role="alert">{children}</p>
      <p>
        <Link href="/">Play a game instead</Link>
      </p>
    </div>
  );
}

export function Choice<T extends string | number>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      <div class="segments">
        {props.options.map(([value, text]) => (
          <label key={value} class={value === props.value ? "on" : ""}>
            <input
              type="radio"
              name={props.label}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Range(props: {
  label: string;
  value: number;
  from: number;
  to: number;
  show?: (value: number) => string;
  onChange: (value: number) => void;
}) {
  const shown = props.show?.(props.value) ?? String(props.value);
  return (
    <label class="range">
      <span>
        {props.label} <small>{shown}</small>
      </span>
      <input
        type="range"
        min={props.from}
        max={props.to}
        value={props.value}
        aria-valuetext={shown}
        onInput={(event) => props.onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}

// Icons are drawn: the glyphs for them are missing from many fonts.
const icons = {
  first: "M6 5v14M19 5L9 12L19 19Z",
  back: "M17 5L7 12L17 19Z",
  play: "M7 4L20 12L7 20Z",
  pause: "M8 5v14M16 5v14",
  forward: "M7 5L17 12L7 19Z",
  last: "M18 5v14M5 5L15 12L5 19Z",
} as const;

export function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

// A button that asks once more before it does something that cannot be undone.
export function Careful({ children, sure, onSure, disabled }: {
  children: ComponentChildren;
  sure: string;
  onSure: () => void;
  disabled?: boolean;
}) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), 4000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <button
      type="button"
      class={asked ? "danger" : ""}
      disabled={disabled}
      onClick={() => {
        setAsked(!asked);
        if (asked) onSure();
      }}
    >
      {asked ? sure : children}
    </button>
  );
}

// "1 point", "2 points".
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const signed = (value: number): string =>
  value > 0 ? `+${value}` : value < 0 ? `−${Math.abs(value)}` : "0";

export const duration = (seconds: number): string => {
  const whole = Math.max(0, seconds);
  if (whole < 20) return `${whole.toFixed(1)} s`;
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(Math.floor(whole % 60)).padStart(2, "0")}`;
};

export const cpu = (seconds: number): string =>
  seconds >= 10 ? `${seconds.toFixed(1)} s` : seconds >= 0.1 ? `${seconds.toFixed(2)} s` : seconds < 0.0005 ? "< 1 ms" : `${Math.round(seconds * 1000)} ms`;

const reasons: Record<string, string> = {
  points: "on points",
  time: "on time",
  resigned: "by resignation",
};

// The winner's points come first: "You win on points, 96 : 81".
export function outcomeSentence(result: Outcome, names: [string, string], points: [number, number]): string {
  const [first, second] = result.winner === 2 ? [points[1], points[0]] : points;
  const score = `${first}\u00a0:\u00a0${second}`;
  if (result.winner === 0) return `Draw, ${score}`;
  const winner = names[result.winner - 1] ?? "";
  const verb = winner === "You" ? "win" : "wins";
  return `${winner} ${verb} ${reasons[result.reason] ?? `(${result.reason.replace(/_/g, " ")})`}, ${score}`;
}

// Takes a dropped or chosen text file.
export function FileDrop({ label, accept, mebibytes, onText, onError, children }: {
  label: string;
  accept: string;
  mebibytes: number; // as large as the server takes it
  onText: (text: string, name: string) => void;
  onError: (message: string) => void;
  children?: ComponentChildren;
}) {
  const [over, setOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > mebibytes * 2 ** 20) return onError(`${file.name} is larger than ${mebibytes} MiB: is it the right file?`);
    file.text().then((text) => onText(text, file.name), () => onError(`${file.name} could not be read.`));
  };
  return (
    <div
      class={`drop${over ? " over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0]);
      }}
    >
      {children}
      <label class="button">
        {label}
        <input
          type="file"
          accept={accept}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </label>
    </div>
  );
}

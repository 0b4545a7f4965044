// Small parts that every page is made of.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
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
export function DeadEnd({ title, link = true, children }: { title: string; link?: boolean; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h1>{title}</h1>
      <p role="alert">{children}</p>
      {link && (
        <p>
          <Link href="/">Play a game instead</Link>
        </p>
      )}
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

export function Logo() {
  return (
    <svg viewBox="0 0 32 20" aria-hidden="true">
      <circle class="one" cx="11" cy="10" r="8.5" />
      <circle class="two" cx="21" cy="10" r="8.5" />
    </svg>
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

// Pages on plain http, but for this machine's own, have no clipboard to write to: they copy what is selected.
async function copyText(text: string): Promise<boolean> {
  const written = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (written) return true;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "hidden";
  document.body.append(field);
  const before = document.activeElement as HTMLElement | null;
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  before?.focus();
  return copied;
}

export function CopyButton({ text, plain = false, children }: { text: string; plain?: boolean; children: ComponentChildren }) {
  const [said, setSaid] = useState("");
  useEffect(() => setSaid(""), [text]);
  return (
    <button type="button" class={plain ? "link" : ""} aria-live="polite" onClick={async () => setSaid((await copyText(text)) ? "Copied" : "Copy it by hand")}>
      {said || children}
    </button>
  );
}

// An address to be copied, by its button or by hand.
export function Address({ url }: { url: string }) {
  return (
    <div class="address">
      <input type="text" readOnly aria-label="Link" value={url} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={url}>Copy</CopyButton>
    </div>
  );
}

// Hands an address of this page to the phone's own way to share, or copies it; where neither can be done it is shown.
export function ShareLink({ path, children = "Share this move" }: { path: string | null; children?: string }) {
  const [said, setSaid] = useState("");
  const [shown, setShown] = useState(false);
  const latest = useRef(path);
  latest.current = path;
  useEffect(() => {
    setSaid("");
    setShown(false);
  }, [path]);
  if (path === null) return null;
  const url = location.origin + path;
  const copy = async () => {
    const copied = await copyText(url);
    if (latest.current !== path) return;
    setSaid(copied ? "Copied" : "");
    setShown(!copied);
  };
  const share = () => {
    if (!matchMedia("(pointer: coarse)").matches || !navigator.share) return copy();
    // Who thinks better of it has aborted: nothing to say.
    return navigator.share({ url }).then(
      () => setSaid("Shared"),
      (problem: Error) => (problem.name === "AbortError" ? undefined : copy()),
    );
  };
  return shown ? (
    <Address url={url} />
  ) : (
    <button type="button" class="link" aria-live="polite" onClick={share}>
      {said || children}
    </button>
  );
}

// Which of the moves that a cell names a click means.
export function KindChoice({ kinds, value, onChange }: { kinds: readonly string[]; value: string; onChange: (kind: string) => void }) {
  if (kinds.length === 0) return null;
  return <Choice label="A click means" value={value} options={[["", "Best of the two"], ...kinds.map((name) => [name, name] as const)]} onChange={onChange} />;
}

// "1 point", "2 points".
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const signed = (value: number): string =>
  value > 0 ? `+${value}` : value < 0 ? `−${Math.abs(value)}` : "0";

// "+7 for going second"; nothing without komi.
export const komiText = (komi: number): string => (komi === 0 ? "" : `${signed(komi)} for going second`);

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
  "time-left": "on time left",
  time: "on time",
  resigned: "by resignation",
};
const playedOut = ["points", "time-left", "draw", "void"];

// The winner's points come first: "You win on points, 96 : 81". Where the board was not played out
// they decided nothing.
export function outcomeSentence(result: Outcome, names: [string, string], points: [number, number]): string {
  const [first, second] = result.winner === 2 ? [points[1], points[0]] : points;
  const score = playedOut.includes(result.reason) ? `, ${first}\u00a0:\u00a0${second}` : "";
  if (result.winner === 0) return `${score ? "Draw" : `No winner (${result.reason.replace(/-/g, " ")})`}${score}`;
  const winner = names[result.winner - 1] ?? "";
  const verb = winner === "You" ? "win" : "wins";
  return `${winner} ${verb} ${reasons[result.reason] ?? `(${result.reason.replace(/-/g, " ")})`}${score}`;
}

// What more there is to say of the end: "You resigned after 2 moves."; nothing where the points say it all.
export function whySentence({ winner, reason, sentence }: Outcome, names: [string, string]): string {
  if (!sentence || reason === "points" || reason === "draw") return "";
  const loser = winner === 0 || reason === "time-left" ? "" : names[2 - winner];
  return loser ? `${loser}${reason in reasons ? "" : ":"} ${sentence}.` : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

// Takes a dropped or chosen file, as it is or as its text.
export function FileDrop({ label, accept, mebibytes, onText, onFile, onError, children }: {
  label: string;
  accept: string;
  mebibytes: number; // as large as the server takes it
  onText?: (text: string, name: string) => void;
  onFile?: (file: File) => void;
  onError: (message: string) => void;
  children?: ComponentChildren;
}) {
  const [over, setOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > mebibytes * 2 ** 20) return onError(`${file.name} is larger than ${mebibytes} MiB: is it the right file?`);
    onFile?.(file);
    if (onText) file.text().then((text) => onText(text, file.name), () => onError(`${file.name} could not be read.`));
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

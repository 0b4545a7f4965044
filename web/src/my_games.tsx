// The games of this browser's key: searched, to go on with or to look at again.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type GameSummary, type Info, get } from "./api";
import { playerKey, shownKey, takePlayerKey } from "./player_key";
import { Link } from "./router";
import { CopyButton, Notice, counted, outcomeSentence } from "./ui";

export interface Found {
  games: GameSummary[];
  total: number;
}

// `changes` with everything that makes the list another one.
export function useMyGames(find: string, count: number, changes: unknown = null): { found: Found | null; trouble: string | null } {
  const [found, setFound] = useState<Found | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    get<Found>(`/api/games?${new URLSearchParams({ find, count: String(count) })}`).then(
      (answer) => {
        if (!wanted) return;
        setFound(answer);
        setTrouble(null);
      },
      (problem: Error) => wanted && setTrouble(problem.message),
    );
    return () => void (wanted = false);
  }, [find, count, changes]);
  return { found, trouble };
}

// A finished game leads to its review, one that goes on to its board.
export function GameLinks({ games, info }: { games: GameSummary[]; info: Info }) {
  return (
    <ul class="games-list">
      {games.map((each) => (
        <li key={each.id}>
          <Link href={each.result ? `/replay?game=${each.id}` : `/play/${each.id}`}>
            <strong>
              {each.players[0]} – {each.players[1]}
            </strong>
            <span>
              {info.games.find((known) => known.name === each.game)?.title} {each.size} × {each.size},{" "}
              {each.result ? outcomeSentence(each.result, each.players, each.points) : `move ${each.moves + 1}`}
            </span>
            <time dateTime={new Date(each.created * 1000).toISOString()}>{ago(Date.now() / 1000 - each.created)}</time>
            <em class={each.result ? "" : "going-on"}>{each.result ? "Review" : "Go on"}</em>
          </Link>
        </li>
      ))}
    </ul>
  );
}

// The few to go on with, or to look at again.
export function GoOn({ found, info }: { found: Found; info: Info }) {
  const games = [...found.games.filter((each) => !each.result), ...found.games.filter((each) => each.result)].slice(0, 3);
  if (games.length === 0) return null;
  return (
    <section class="card recent">
      <h2>
        {games[0]!.result ? "My games" : "Go on"}
        {found.total > games.length && <Link href="/replay">All {found.total}</Link>}
      </h2>
      <GameLinks games={games} info={info} />
    </section>
  );
}

const step = 20;

// `children` come below it, once its height is known: nothing moves.
export function MyGames({ info, children }: { info: Info; children?: ComponentChildren }) {
  const [find, setFind] = useState("");
  const [count, setCount] = useState(step);
  const [key, setKey] = useState(playerKey);
  const { found, trouble } = useMyGames(find, count, key);
  const known = found !== null || trouble !== null;
  return (
    <>
      <section class="card my-games" aria-label="My games">
        <h2>
          My games
          {found && <small class="quiet">{find ? `${found.total} found` : counted(found.total, "game")}</small>}
        </h2>
        {trouble && <Notice>{trouble}</Notice>}
        <label class="field">
          <span class="hidden">Search my games</span>
          <input
            type="search"
            placeholder="Search: level 3, raid, 8x8, won, unfinished…"
            value={find}
            onInput={(event) => {
              setFind(event.currentTarget.value);
              setCount(step);
            }}
          />
        </label>
        <div class="found">
          {found && found.total === 0 && <p class="quiet">{find ? "No game of yours has all these words." : "You have not played here yet."}</p>}
          {found && <GameLinks games={found.games} info={info} />}
          {found && found.total > found.games.length && (
            <button type="button" onClick={() => setCount(count + step)}>
              More
            </button>
          )}
        </div>
        {known && <KeyCard onChange={() => setKey(playerKey())} />}
      </section>
      {known && children}
    </>
  );
}

// The key shown and taken over.
function KeyCard({ onChange }: { onChange: () => void }) {
  const [given, setGiven] = useState("");
  const [said, setSaid] = useState<string | null>(null);
  const take = (event: Event) => {
    event.preventDefault();
    if (!takePlayerKey(given)) return setSaid("This is no key: one has 26 letters and digits.");
    setGiven("");
    setSaid("These are the games of that key now.");
    onChange();
  };
  return (
    <details class="key-card">
      <summary>On another device</summary>
      <p class="quiet">Your games belong to a key that this browser keeps. Enter it on another device to have them there. Who has it can move for you.</p>
      <p class="key">
        <code>{shownKey()}</code> <CopyButton text={shownKey()}>Copy</CopyButton>
      </p>
      <form onSubmit={take}>
        <label class="field">
          <span>A key from another device</span>
          <input type="text" autocomplete="off" spellcheck={false} value={given} onInput={(event) => setGiven(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={given.trim() === ""}>
          Use this key
        </button>
      </form>
      <p role="status" class="quiet">
        {said}
      </p>
    </details>
  );
}

const ago = (seconds: number): string => {
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${counted(Math.floor(seconds / 86400), "day")} ago`;
};

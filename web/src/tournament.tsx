// A tournament as its ledger has it, live: who leads, how sure that is, who beat whom, and how
// games ended.
import { useContext, useEffect, useState } from "preact/hooks";
import { type BoardState, type Info, get } from "./api";
import { Board } from "./board";
import { KnownGames } from "./games/context";
import { useStream, useTitle } from "./hooks";
import { Link, navigate } from "./router";
import { DeadEnd, Notice, counted, signed } from "./ui";

interface Standing {
  player: string;
  pairings: number; // won, drawn ones half
  games: number;
  wins: number;
  draws: number;
  losses: number;
  points: number; // a win is 1, a draw ½
  margin: number; // mean points difference per game
  rating: number | null;
  error: number | null; // half the 95 % interval
}

interface Ending {
  reason: string;
  count: number;
}

interface LedgerGame {
  id: string;
  number: number;
  first: string;
  second: string;
  points: [number, number];
  winner: string | null;
  reason: string;
}

interface RunningGame {
  first: string;
  second: string;
  moves: number;
  board: BoardState | null;
}

export interface LedgerState {
  id: number;
  name: string;
  game: string;
  format: string;
  played: number;
  pairings: number;
  running: RunningGame[];
  standings: Standing[];
  cross: ({ points: number; games: number } | null)[][]; // row against column, in standings' order
  first_advantage: number | null;
  endings: Ending[];
  games: LedgerGame[];
}

export function Tournament({ info, chosen }: { info: Info; chosen: number | null }) {
  useTitle("Tournament · zerosum");
  useEffect(() => {
    const only = info.ledgers[0];
    if (chosen === null && info.ledgers.length === 1 && only) navigate(`/tournament/${only.id}`, true);
  }, [info, chosen]);
  if (chosen !== null && info.ledgers.every((ledger) => ledger.id !== chosen))
    return <DeadEnd title="There is no such tournament">This server shows {counted(info.ledgers.length, "ledger")}.</DeadEnd>;
  if (chosen !== null) return <Ledger key={chosen} id={chosen} />;
  return (
    <div class="empty">
      <h1>Tournaments</h1>
      {info.ledgers.length === 0 ? (
        <p>
          No ledger was given. Start <code>zerosum serve --ledger class.ledger</code> with the ledger that{" "}
          <code>zerosum tournament</code> writes, while it runs or after.
        </p>
      ) : (
        <ul class="plain">
          {info.ledgers.map((ledger) => (
            <li key={ledger.id}>
              <Link href={`/tournament/${ledger.id}`}>{ledger.name}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Ledger({ id }: { id: number }) {
  const games = useContext(KnownGames);
  const [ledger, setLedger] = useState<LedgerState | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const connected = useStream(`/api/ledgers/${id}/events`, {
    ledger: (state: LedgerState) => {
      setLedger(state);
      setTrouble(null);
    },
    failed: (problem: { message: string }) => setTrouble(problem.message),
  });
  if (!ledger) return trouble ? <Notice>{trouble}</Notice> : <p class="loading">Opening the ledger…</p>;
  return (
    <div class="tournament">
      <header class="heading">
        <div>
          <h1>{ledger.name}</h1>
          <p class="quiet">
            {games.find((game) => game.name === ledger.game)?.title}, {ledger.format}, {counted(ledger.standings.length, "player")}
          </p>
        </div>
        <p class="progress" aria-live="polite">
          <strong data-played={ledger.played}>{ledger.played}</strong> {ledger.played === 1 ? "game" : "games"} in {counted(ledger.pairings, "pairing")}
          {ledger.running.length > 0 && <span class="live">{ledger.running.length} running</span>}
        </p>
      </header>
      {trouble && <Notice>{trouble}</Notice>}
      {!connected && <Notice kind="info">Connection lost. Trying again…</Notice>}
      <section class="card">
        <h2>Standings</h2>
        <Standings rows={ledger.standings} />
        {ledger.first_advantage !== null && (
          <p class="quiet">Moving first is worth about {counted(Math.round(ledger.first_advantage), "rating point")} here; ratings account for it.</p>
        )}
      </section>
      <div class="columns">
        <section class="card">
          <h2>Who beat whom</h2>
          <CrossTable ledger={ledger} />
        </section>
        <section class="card">
          <h2>How games ended</h2>
          <Endings endings={ledger.endings} />
        </section>
      </div>
      {ledger.running.length > 0 && (
        <section class="card">
          <h2>Being played now</h2>
          <ul class="boards">
            {ledger.running.slice(0, 8).map((game) => (
              <li key={game.first + game.second}>
                <p>
                  {game.first} – {game.second} <span class="quiet">move {game.moves + 1}</span>
                </p>
                {game.board ? <Board still board={game.board} label={`${game.first} against ${game.second}`} /> : <div class="board" />}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="card">
        <h2>Games</h2>
        <Games ledger={ledger} />
      </section>
    </div>
  );
}

function Standings({ rows }: { rows: Standing[] }) {
  const rated = rows.filter((row) => row.rating !== null && row.error !== null);
  const low = Math.min(...rated.map((row) => row.rating! - row.error!));
  const high = Math.max(...rated.map((row) => row.rating! + row.error!));
  const place = (value: number) => (high > low ? (100 * (value - low)) / (high - low) : 50);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Standings">
      <table class="standings">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Player</th>
            <th scope="col">Pairings</th>
            <th scope="col">Points</th>
            <th scope="col">Games</th>
            <th scope="col">Won</th>
            <th scope="col">Drawn</th>
            <th scope="col">Lost</th>
            <th scope="col">Margin</th>
            <th scope="col">Rating</th>
            <th scope="col" class="wide">95 % interval</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={row.player}>
              <td>{i + 1}</td>
              <th scope="row">{row.player}</th>
              <td>
                <strong>{row.pairings}</strong>
              </td>
              <td>{row.points}</td>
              <td>{row.games}</td>
              <td>{row.wins}</td>
              <td>{row.draws}</td>
              <td>{row.losses}</td>
              <td>{signed(Math.round(row.margin * 10) / 10)}</td>
              <td>
                {row.rating === null ? "–" : String(Math.round(row.rating)).replace("-", "−")}
                {row.error !== null && <small> ± {Math.round(row.error)}</small>}
              </td>
              <td class="wide">
                {row.rating !== null && row.error !== null && (
                  <svg class="interval" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
                    <line x1={place(row.rating - row.error)} x2={place(row.rating + row.error)} y1="6" y2="6" />
                    <rect x={place(row.rating) - 0.8} y="1" width="1.6" height="10" />
                  </svg>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CrossTable({ ledger }: { ledger: LedgerState }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Cross table">
      <table class="cross">
        <thead>
          <tr>
            <th scope="col">Player</th>
            {ledger.standings.map((row, i) => (
              <th key={row.player} scope="col" title={row.player}>
                {i + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ledger.standings.map((row, i) => (
            <tr key={row.player}>
              <th scope="row">
                {i + 1}. {row.player}
              </th>
              {ledger.standings.map((_, j) => {
                if (i === j) return <td key={j} class="self" />;
                const met = ledger.cross[i]?.[j];
                if (!met) return <td key={j}>·</td>;
                const { points, games } = met;
                return (
                  <td key={j} style={{ "--share": `${Math.round((100 * points) / games)}%` }} title={`${points} of ${games}`}>
                    {points}
                    <small>/{games}</small>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Endings({ endings }: { endings: Ending[] }) {
  const all = endings.reduce((sum, each) => sum + each.count, 0);
  if (all === 0) return <p class="quiet">No game has ended yet.</p>;
  return (
    <ul class="endings">
      {endings.map((each) => (
        <li key={each.reason}>
          <span>{each.reason.replace(/-/g, " ")}</span>
          <span class="bar" style={{ "--part": `${(100 * each.count) / all}%` }} />
          <span class="num">{each.count}</span>
        </li>
      ))}
    </ul>
  );
}

function Games({ ledger }: { ledger: LedgerState }) {
  const [player, setPlayer] = useState("");
  const [all, setAll] = useState<LedgerGame[] | null>(null); // beyond the latest, once asked for
  const [trouble, setTrouble] = useState<string | null>(null);
  const show = (name: string) => {
    setPlayer(name);
    get<{ games: LedgerGame[] }>(`/api/ledgers/${ledger.id}/games?player=${encodeURIComponent(name)}`).then(
      (answer) => setAll(answer.games),
      (problem: Error) => setTrouble(problem.message),
    );
  };
  const games = all ?? ledger.games;
  return (
    <>
      {trouble && <Notice>{trouble}</Notice>}
      <label class="field inline">
        <span>Player</span>
        <select value={player} onChange={(event) => show(event.currentTarget.value)}>
          <option value="">all players</option>
          {ledger.standings.map((row) => (
            <option key={row.player} value={row.player}>
              {row.player}
            </option>
          ))}
        </select>
      </label>
      <div class="scroll" tabIndex={0} role="region" aria-label="Games">
        <table class="games">
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">First</th>
              <th scope="col">Second</th>
              <th scope="col">Points</th>
              <th scope="col">Won by</th>
              <th scope="col">Ended</th>
              <th scope="col">Replay</th>
            </tr>
          </thead>
          <tbody>
            {games.map((game) => (
              <tr key={game.id}>
                <td>{game.number}</td>
                <td>{game.first}</td>
                <td>{game.second}</td>
                <td>
                  {game.points[0]} : {game.points[1]}
                </td>
                <td>{game.winner ?? "none"}</td>
                <td>{game.reason.replace(/-/g, " ")}</td>
                <td>
                  <Link href={`/replay?ledger=${ledger.id}&played=${game.id}`}>
                    Watch<span class="hidden"> game {game.number}</span>
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all === null && ledger.played > games.length && (
        <button type="button" onClick={() => show("")}>
          Show all {ledger.played}
        </button>
      )}
    </>
  );
}

// A tournament as its ledger has it, live: who leads, how sure that is, who beat whom, and how
// games ended.
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { type Info, get } from "./api";
import { Board } from "./board";
import { KnownGames } from "./games/context";
import { useStream, useTitle } from "./hooks";
import { type LedgerChanges, type LedgerGame, type LedgerState, withChanges } from "./ledger";
import { Pager } from "./pager";
import { Link, navigate } from "./router";
import { CrossTable, Endings, GamesTable, type Links, Standings, pageSize } from "./standings";
import { DeadEnd, Notice, counted } from "./ui";

interface Pair {
  player: string; // empty: anybody
  other: string;
}

interface GamesPage {
  total: number;
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
  const [pair, setPair] = useState<Pair>({ player: "", other: "" });
  const gamesCard = useRef<HTMLElement>(null);
  useTitle(`${ledger?.name ?? "Tournament"} · zerosum`);
  const connected = useStream(`/api/ledgers/${id}/events`, {
    ledger: (state: LedgerState) => {
      setLedger(state);
      setTrouble(null);
    },
    changes: (changes: LedgerChanges) => setLedger((known) => known && withChanges(known, changes)),
    failed: (problem: { message: string }) => setTrouble(problem.message),
  });
  if (!ledger)
    return trouble ? (
      <div class="empty">
        <h1>Waiting for the ledger</h1>
        <p role="status">{trouble}</p>
        <p class="quiet">It is shown here as soon as it can be read.</p>
      </div>
    ) : (
      <p class="loading">Opening the ledger…</p>
    );
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
        <Standings rows={ledger.standings} format={ledger.format} links={links} />
        {ledger.first_advantage !== null && (
          <p class="quiet">Moving first is worth about {counted(Math.round(ledger.first_advantage), "rating point")} here; ratings account for it.</p>
        )}
      </section>
      <div class={`columns${ledger.standings.length > 16 ? " tall" : ""}`}>
        <section class="card">
          <h2>Who beat whom</h2>
          <CrossTable
            standings={ledger.standings}
            cross={ledger.cross}
            onPick={(one, other) => {
              setPair({ player: one.player, other: other.player });
              gamesCard.current?.scrollIntoView({ block: "nearest" });
            }}
          />
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
      <section class="card" ref={gamesCard}>
        <h2>Games</h2>
        <Games ledger={ledger} pair={pair} onPair={setPair} />
      </section>
    </div>
  );
}

const links: Links = { A: Link, game: () => "" };

// A page of the games, of everybody, of one player or of two.
function Games({ ledger, pair, onPair }: { ledger: LedgerState; pair: Pair; onPair: (pair: Pair) => void }) {
  const [from, setFrom] = useState(0);
  useEffect(() => setFrom(0), [pair.player, pair.other]);
  const first = from === 0 && !pair.player && !pair.other; // what the stream brings
  const query = new URLSearchParams({ ...pair, skip: String(from), count: String(pageSize) });
  const path = first ? null : `/api/ledgers/${ledger.id}/games?${query}`;
  const [data, setData] = useState<GamesPage | null>(null);
  const [error, setError] = useState<string | null>(null);
  // Asked for again when there are new games; what is shown stays until the answer is there.
  useEffect(() => {
    let wanted = true;
    if (path !== null)
      get<GamesPage>(path).then(
        (page) => wanted && (setData(page), setError(null)),
        (problem: Error) => wanted && setError(problem.message),
      );
    return () => void (wanted = false);
  }, [path, ledger.played]);
  const shown = first ? { games: ledger.games, total: ledger.played } : data;
  return (
    <>
      {error && <Notice>{error}</Notice>}
      <div class="filters">
        {(["player", "other"] as const).map((seat) => (
          <label key={seat} class="field inline">
            <span>{seat === "player" ? "Player" : "Against"}</span>
            <select value={pair[seat]} onChange={(event) => onPair({ ...pair, [seat]: event.currentTarget.value })}>
              <option value="">{seat === "player" ? "all players" : "anybody"}</option>
              {ledger.standings.map((row) => (
                <option key={row.id} value={row.player}>
                  {row.player}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {shown && (
        <>
          <GamesTable games={shown.games} links={{ ...links, game: (game) => `/replay?ledger=${ledger.id}&played=${game.id}` }} />
          {shown.total === 0 && <p class="quiet">No such game has been played.</p>}
          <Pager from={from} size={pageSize} total={shown.total} label="Games" onTurn={setFrom} />
        </>
      )}
    </>
  );
}

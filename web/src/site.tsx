// The class site: the pages of a tournament without a server. `zerosum standings --site` writes the data.
// An address is the part after "#", which a browser can follow from a disk as well.
import type { ComponentChildren } from "preact";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { FilmView } from "./film";
import { KnownGames } from "./games/context";
import { useTitle } from "./hooks";
import { Pager, usePages } from "./pager";
import { RatingPlot, timeText } from "./rating_plot";
import { type ClassData, type EntrantData, type GameRow, type SiteFilm, framesOf, gameOf, load, shardOf, versionName } from "./site_data";
import { CrossTable, Endings, GamesTable, type Links, Standings, pageSize, ratingText } from "./standings";
import { ThemeButton } from "./theme_button";
import { Logo, Notice, counted, cpu, signed } from "./ui";
import "./style.css";
import "./site.css";

const drawn = 8; // lines of the first page's plot

const playerAddress = (entrant: number, against?: number) => `#/player/${entrant}${against === undefined ? "" : `/${against}`}`;
const gameAddress = (number: number) => `#/game/${number}`;

const links: Links = {
  A: ({ href, children }) => <a href={href}>{children}</a>,
  game: (game) => gameAddress(game.number),
};

function useAddress(): string[] {
  const read = () => location.hash.replace(/^#\/?/, "");
  const [address, setAddress] = useState(read);
  useEffect(() => {
    const update = () => {
      setAddress(read());
      scrollTo(0, 0);
    };
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return address.split("/");
}

// A data file; `name` null: none is wanted.
function useData<T>(name: string | null): { data: T | null; error: string | null } {
  const [state, setState] = useState<{ name: string | null; data: T | null; error: string | null }>({ name: null, data: null, error: null });
  useEffect(() => {
    let wanted = true;
    if (name !== null)
      load<T>(name).then(
        (data) => wanted && setState({ name, data, error: null }),
        (problem: Error) => wanted && setState({ name, data: null, error: problem.message }),
      );
    return () => void (wanted = false);
  }, [name]);
  return state.name === name ? state : { data: null, error: null };
}

function Missing({ children }: { children: ComponentChildren }) {
  return (
    <div class="empty">
      <h1>There is no such page</h1>
      <p role="alert">{children}</p>
      <p>
        <a href="#/">To the ranking</a>
      </p>
    </div>
  );
}

function Ranking({ data }: { data: ClassData }) {
  useTitle(data.title);
  const [shown, setShown] = useState("");
  const line = (entrant: number) => ({ name: data.entrants[entrant]!, ratings: data.history.ratings[entrant]! });
  const best = data.standings.filter((row) => row.rating !== null).slice(0, drawn).map((row) => row.entrant);
  const chosen = shown === "" ? null : Number(shown);
  const inColour = chosen === null || best.includes(chosen) ? best : [...best.slice(0, drawn - 1), chosen];
  const others = data.standings.map((row) => row.entrant).filter((entrant) => !inColour.includes(entrant));
  return (
    <div class="tournament">
      <header class="heading">
        <div>
          <h1>{data.title}</h1>
          <p class="quiet">
            {data.game?.title}, {data.format}, {counted(data.standings.length, "player")}
          </p>
        </div>
        <p class="progress">
          <strong data-played={data.played}>{data.played}</strong> {data.played === 1 ? "game" : "games"}
          {data.latest[0] && <span class="quiet"> until {timeText(data.latest[0][9])}</span>}
        </p>
      </header>
      <section class="card">
        <h2>Ranking</h2>
        <Standings rows={data.standings} format={data.format} links={{ ...links, player: (row) => playerAddress((row as ClassData["standings"][number]).entrant) }} />
        {data.certainty && <p class="quiet">{data.certainty}</p>}
        {data.first_move && <p class="quiet">{data.first_move} Ratings account for it.</p>}
      </section>
      <section class="card">
        <h2>Ratings over time</h2>
        {data.standings.length > drawn && (
          <label class="field inline">
            <span>Show</span>
            <select value={shown} onChange={(event) => setShown(event.currentTarget.value)}>
              <option value="">the first {drawn}</option>
              {data.standings.map((row) => (
                <option key={row.id} value={row.entrant}>
                  {row.player}
                </option>
              ))}
            </select>
          </label>
        )}
        <RatingPlot label="Ratings over time" games={data.history.games} ended={data.history.ended} lines={inColour.map(line)} others={others.map(line)} />
      </section>
      <div class={`columns${data.standings.length > 16 ? " tall" : ""}`}>
        <section class="card">
          <h2>Who beat whom</h2>
          <CrossTable
            standings={data.standings}
            cross={data.cross}
            onPick={(one, other) => {
              const entrant = (id: number) => data.versions[id]![0];
              location.hash = playerAddress(entrant(one.id), entrant(other.id));
            }}
          />
        </section>
        <section class="card">
          <h2>How games ended</h2>
          <Endings endings={data.endings} />
        </section>
      </div>
      <section class="card">
        <h2>Latest games</h2>
        <GamesTable games={data.latest.map((row) => gameOf(data, row))} links={links} />
        {data.played > data.latest.length && <p class="quiet">The page of each player lists all of its games.</p>}
      </section>
    </div>
  );
}

// One entrant's view of some games.
interface Record {
  won: number;
  drawn: number;
  lost: number;
  margin: number; // points per game
  cpu: number; // seconds per game
  lostBy: Map<string, number>;
}

function recordOf(games: GameRow[], mine: (version: number) => boolean): Record {
  const record: Record = { won: 0, drawn: 0, lost: 0, margin: 0, cpu: 0, lostBy: new Map() };
  for (const [, first, , firstPoints, secondPoints, winner, reason, firstCpu, secondCpu] of games) {
    const seat = mine(first) ? 0 : 1;
    if (winner < 0) ++record.drawn;
    else if (winner === seat) ++record.won;
    else {
      ++record.lost;
      record.lostBy.set(reason, (record.lostBy.get(reason) ?? 0) + 1);
    }
    record.margin += ((seat === 0 ? 1 : -1) * (firstPoints - secondPoints)) / games.length;
    record.cpu += (seat === 0 ? firstCpu : secondCpu) / games.length;
  }
  return record;
}

const marginText = (margin: number): string => signed(Math.round(margin * 10) / 10);

function Player({ data, entrant, against }: { data: ClassData; entrant: number; against: number | null }) {
  const name = data.entrants[entrant]!;
  useTitle(`${name} · ${data.title}`);
  const { data: file, error } = useData<EntrantData>(`players/${entrant}`);
  const place = data.standings.find((row) => row.entrant === entrant);
  const versions = data.versions.flatMap((version, number) => (version[0] === entrant ? [{ number, version: version[1], current: version[2] === 1, entered: version[3] }] : []));
  const mine = (version: number) => data.versions[version]![0] === entrant;
  if (error) return <Notice>{error}</Notice>;
  if (!file) return <p class="loading">Reading the games…</p>;
  const all = recordOf(file.games, mine);
  const lost = [...all.lostBy].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
  return (
    <div class="tournament">
      <header class="heading">
        <div>
          <h1>{name}</h1>
          <p class="quiet">{place ? `Place ${place.rank} of ${data.standings.length}` : "No longer takes part"}</p>
        </div>
      </header>
      <section class="card">
        <h2 class="hidden">In numbers</h2>
        <dl class="facts">
          {place && place.rating !== null && (
            <div>
              <dt>Rating</dt>
              <dd>
                {ratingText(place.rating)} <small>± {Math.round(place.error ?? 0)}</small>
              </dd>
            </div>
          )}
          <div>
            <dt>Games</dt>
            <dd>{file.games.length}</dd>
          </div>
          <div>
            <dt>Won, drawn, lost</dt>
            <dd>
              {all.won} · {all.drawn} · {all.lost}
            </dd>
          </div>
          <div>
            <dt>Points more per game</dt>
            <dd>{marginText(all.margin)}</dd>
          </div>
          <div>
            <dt>CPU per game</dt>
            <dd>{file.games.length > 0 ? cpu(all.cpu) : "–"}</dd>
          </div>
        </dl>
      </section>
      <section class="card">
        <h2>Rating over time</h2>
        <RatingPlot
          label="Rating over time with its 95 % interval"
          games={data.history.games}
          ended={data.history.ended}
          lines={[{ name, ratings: data.history.ratings[entrant]!, errors: file.errors }]}
        />
      </section>
      <div class="columns">
        <section class="card">
          <h2>Versions</h2>
          <div class="scroll" tabIndex={0} role="region" aria-label="Versions">
            <table class="versions">
              <thead>
                <tr>
                  <th scope="col">Version</th>
                  <th scope="col" class="spare">
                    Since
                  </th>
                  <th scope="col">Games</th>
                  <th scope="col">Won</th>
                  <th scope="col" class="spare">
                    Drawn
                  </th>
                  <th scope="col">Lost</th>
                  <th scope="col" class="spare">
                    Margin
                  </th>
                  <th scope="col" class="spare">
                    CPU per game
                  </th>
                </tr>
              </thead>
              <tbody>
                {versions.map((version) => {
                  const games = file.games.filter((row) => row[1] === version.number || row[2] === version.number);
                  const record = recordOf(games, (number) => number === version.number);
                  return (
                    <tr key={version.number}>
                      <th scope="row">
                        {version.version}
                        {version.current && <small> plays now</small>}
                      </th>
                      <td class="spare">{version.entered > 0 ? timeText(version.entered) : "–"}</td>
                      <td>{games.length}</td>
                      <td>{record.won}</td>
                      <td class="spare">{record.drawn}</td>
                      <td>{record.lost}</td>
                      <td class="spare">{games.length > 0 ? marginText(record.margin) : "–"}</td>
                      <td class="spare">{games.length > 0 ? cpu(record.cpu) : "–"}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </section>
        <section class="card">
          <h2>How games were lost</h2>
          {lost.length > 0 ? <Endings endings={lost} /> : <p class="quiet">None was lost.</p>}
        </section>
      </div>
      <section class="card">
        <h2>Games</h2>
        <PlayersGames data={data} entrant={entrant} against={against} rows={file.games} />
      </section>
    </div>
  );
}

function PlayersGames({ data, entrant, against, rows }: { data: ClassData; entrant: number; against: number | null; rows: GameRow[] }) {
  const rivals = new Set<number>();
  const rivalOf = (row: GameRow) => {
    const [one, other] = [data.versions[row[1]]![0], data.versions[row[2]]![0]];
    return one === entrant ? other : one;
  };
  for (const row of rows) rivals.add(rivalOf(row));
  const found = rows.filter((row) => against === null || rivalOf(row) === against).reverse();
  const { shown, from, turn } = usePages(found, pageSize);
  return (
    <>
      <div class="filters">
        <label class="field inline">
          <span>Against</span>
          <select value={against ?? ""} onChange={(event) => (location.hash = playerAddress(entrant, event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value)))}>
            <option value="">anybody</option>
            {[...rivals]
              .sort((a, b) => data.entrants[a]!.localeCompare(data.entrants[b]!))
              .map((rival) => (
                <option key={rival} value={rival}>
                  {data.entrants[rival]}
                </option>
              ))}
          </select>
        </label>
      </div>
      <GamesTable games={shown.map((row) => gameOf(data, row))} links={links} />
      {found.length === 0 && <p class="quiet">No such game has been played.</p>}
      <Pager from={from} size={pageSize} total={found.length} label="Games" onTurn={turn} />
    </>
  );
}

function Game({ data, number, shard }: { data: ClassData; number: number; shard: number }) {
  const { data: films, error } = useData<globalThis.Record<string, SiteFilm>>(`games/${shard}`);
  const film = films?.[number];
  const players = film ? [film.row[1], film.row[2]] : [];
  useTitle(`${film ? players.map((version) => versionName(data, version)).join(" – ") : `Game ${number}`} · ${data.title}`);
  if (error) return <Notice>{error}</Notice>;
  if (!films) return <p class="loading">Reading the game…</p>;
  if (!film) return <Notice>Game {number} is not in its file. Is the folder of this site complete?</Notice>;
  return (
    <>
      <p class="trail quiet">
        <span>
          Game {number}, {timeText(film.row[9])}
        </span>
        {players.map((version) => (
          <a key={version} href={playerAddress(data.versions[version]![0])}>
            {versionName(data, version)}
          </a>
        ))}
        <span>
          id <code>{film.id}</code>
        </span>
      </p>
      {film.trouble || !data.game ? (
        <>
          <h1>Game {number}</h1>
          <Notice>{film.trouble ?? "This game's rules are not known here."}</Notice>
        </>
      ) : (
        <FilmView key={number} film={{ frames: framesOf(data, data.game, film), reviews: [] }} plain />
      )}
    </>
  );
}

function Page({ data, address }: { data: ClassData; address: string[] }) {
  const [kind, first, second] = address;
  if (kind === "") return <Ranking data={data} />;
  if (kind === "player" && data.entrants[Number(first)] !== undefined)
    return <Player key={first} data={data} entrant={Number(first)} against={second !== undefined && data.entrants[Number(second)] !== undefined ? Number(second) : null} />;
  const shard = kind === "game" ? shardOf(data, Number(first)) : null;
  if (shard !== null) return <Game key={first} data={data} number={Number(first)} shard={shard} />;
  return <Missing>Nothing is kept at #/{address.join("/")}.</Missing>;
}

function Site() {
  const address = useAddress();
  const { data, error } = useData<ClassData>("class");
  const wide = address[0] === "game" ? " wide" : ""; // a board wants the whole window
  return (
    <>
      <header class={`top${wide}`}>
        <a href="#/" class="brand" aria-label="zerosum, ranking">
          <Logo />
          zerosum
        </a>
        <nav class="few" aria-label="Pages">
          <a href="#/" aria-current={address[0] === "" ? "page" : undefined}>
            Ranking
          </a>
        </nav>
        <ThemeButton />
      </header>
      <main class={`page${wide}`} id="main">
        {error && <Notice>{error}</Notice>}
        {data && (
          <KnownGames.Provider value={data.game ? [data.game] : []}>
            <Page data={data} address={address} />
          </KnownGames.Provider>
        )}
      </main>
    </>
  );
}

render(<Site />, document.getElementById("app")!);

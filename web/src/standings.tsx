// The tables of a tournament, for the served page and for the class site.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { HeatMap } from "./heat_map";
import { type CrossRows, type Ending, type LedgerGame, type Standing, crossTable } from "./ledger";
import { Pager, usePages } from "./pager";
import { cpu, signed } from "./ui";
import "./tournament.css";

export const pageSize = 50;
const widestTable = 16; // players; more are drawn

// How a page links to a player and to a game; without an address the name is plain text.
type Anchor = (props: { href: string; children: ComponentChildren }) => JSX.Element;
export interface Links {
  A: Anchor;
  player?: (standing: Standing) => string;
  game: (game: LedgerGame) => string;
}

const reasonText = (reason: string): string => reason.replace(/-/g, " ");
export const ratingText = (rating: number): string => String(Math.round(rating)).replace("-", "−");

// A ladder is ordered by ratings (`format`): how many pairings were won says nothing there. Cells of the class "spare"
// are left out on a phone.
export function Standings({ rows, format, links }: { rows: Standing[]; format: string; links: Links }) {
  const byRating = format === "ladder";
  const [sought, setSought] = useState("");
  const wanted = sought.trim().toLowerCase();
  const found = wanted ? rows.filter((row) => row.player.toLowerCase().includes(wanted)) : rows;
  const { shown, from, turn } = usePages(found, pageSize);
  const rated = rows.filter((row) => row.rating !== null && row.error !== null);
  const low = Math.min(...rated.map((row) => row.rating! - row.error!));
  const high = Math.max(...rated.map((row) => row.rating! + row.error!));
  const place = (value: number) => (high > low ? (100 * (value - low)) / (high - low) : 50);
  return (
    <>
      {rows.length > pageSize && (
        <label class="field inline">
          <span>Find a player</span>
          <input type="search" value={sought} onInput={(event) => setSought(event.currentTarget.value)} />
        </label>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Standings">
        <table class="standings">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Player</th>
              {!byRating && <th scope="col">Pairings</th>}
              {!byRating && <th scope="col" class="spare">Points</th>}
              <th scope="col">Games</th>
              <th scope="col" class="spare">Won</th>
              <th scope="col" class="spare">Drawn</th>
              <th scope="col" class="spare">Lost</th>
              <th scope="col" class="spare">Margin</th>
              <th scope="col">Rating</th>
              <th scope="col" class="wide spare">95 % interval</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id}>
                <td>{row.rank}</td>
                <th scope="row">{links.player ? <links.A href={links.player(row)}>{row.player}</links.A> : row.player}</th>
                {!byRating && (
                  <td>
                    <strong>{row.pairings}</strong>
                  </td>
                )}
                {!byRating && <td class="spare">{row.points}</td>}
                <td>{row.games}</td>
                <td class="spare">{row.wins}</td>
                <td class="spare">{row.draws}</td>
                <td class="spare">{row.losses}</td>
                <td class="spare">{signed(Math.round(row.margin * 10) / 10)}</td>
                <td>
                  <span class={byRating ? "leading" : undefined}>{row.rating === null ? "–" : ratingText(row.rating)}</span>
                  {row.error !== null && <small> ± {Math.round(row.error)}</small>}
                </td>
                <td class="wide spare">
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
      {found.length === 0 && <p class="quiet">{rows.length === 0 ? "Nobody takes part yet." : "No name holds these letters."}</p>}
      <Pager from={from} size={pageSize} total={found.length} label="Standings" onTurn={turn} />
    </>
  );
}

export function CrossTable({ standings, cross, onPick }: {
  standings: Standing[];
  cross: CrossRows;
  onPick?: (one: Standing, other: Standing) => void;
}) {
  const count = standings.length;
  if (count > widestTable) return <HeatMap standings={standings} cross={cross} onPick={onPick} />;
  const table = crossTable(standings, cross);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Cross table">
      <table class="cross">
        <thead>
          <tr>
            <th scope="col">Player</th>
            {standings.map((row) => (
              <th key={row.id} scope="col" title={row.player}>
                {row.rank}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.map((row, i) => (
            <tr key={row.id}>
              <th scope="row">
                {row.rank}. {row.player}
              </th>
              {standings.map((other, j) => {
                if (i === j) return <td key={other.id} class="self" />;
                const met = table[i * count + j];
                if (!met) return <td key={other.id}>·</td>;
                const { points, games } = met;
                return (
                  <td key={other.id} style={{ "--share": `${Math.round((100 * points) / games)}%` }} title={`${points} of ${games}`}>
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

export function Endings({ endings }: { endings: Ending[] }) {
  const all = endings.reduce((sum, each) => sum + each.count, 0);
  if (all === 0) return <p class="quiet">No game has ended yet.</p>;
  return (
    <ul class="endings">
      {endings.map((each) => (
        <li key={each.reason}>
          <span>{reasonText(each.reason)}</span>
          <span class="bar" style={{ "--part": `${(100 * each.count) / all}%` }} />
          <span class="num">{each.count}</span>
        </li>
      ))}
    </ul>
  );
}

export function GamesTable({ games, links }: { games: readonly LedgerGame[]; links: Links }) {
  const timed = games.some((game) => game.cpu);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Games">
      <table class="games">
        <thead>
          <tr>
            <th scope="col" class="spare">
              Game
            </th>
            <th scope="col">First</th>
            <th scope="col">Second</th>
            <th scope="col">Points</th>
            <th scope="col" class="spare">
              Won by
            </th>
            <th scope="col" class="spare">
              Ended
            </th>
            {timed && (
              <th scope="col" class="spare">
                CPU
              </th>
            )}
            <th scope="col">Replay</th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <tr key={game.id}>
              <td class="spare">{game.number}</td>
              <td class={game.winner === game.first ? "won" : "name"}>{game.first}</td>
              <td class={game.winner === game.second ? "won" : "name"}>{game.second}</td>
              <td>
                {game.points[0]} : {game.points[1]}
              </td>
              <td class="spare">{game.winner ?? "none"}</td>
              <td class="spare">{reasonText(game.reason)}</td>
              {timed && <td class="spare">{game.cpu && `${cpu(game.cpu[0])} : ${cpu(game.cpu[1])}`}</td>}
              <td>
                <links.A href={links.game(game)}>
                  Watch<span class="hidden"> game {game.number}</span>
                </links.A>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

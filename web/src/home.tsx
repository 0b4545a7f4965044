// The first page: choose and play. What was chosen last time is offered again.
import { useState } from "preact/hooks";
import { type GameState, type Info, post } from "./api";
import { looksOf } from "./games";
import { useStored, useTitle } from "./hooks";
import { Lesson } from "./lesson";
import { GoOn, useMyGames } from "./my_games";
import { useRecord } from "./my_record";
import { DailyPuzzle, hasPuzzles } from "./puzzle_daily";
import { navigate } from "./router";
import { Choice, Notice, Range } from "./ui";

interface Wish {
  game: string; // "": the server's first
  size: Record<string, number>; // by game, where one was chosen
  kinds: Record<string, number>;
  against?: "engine" | "friend" | "here"; // a player of the server's, a person elsewhere, one beside you
  opponent: string;
  side: "1" | "2" | "both"; // both: as versions before `against` wrote it
  bank: number;
  even?: boolean; // unless false, where there are such boards
}

const firstWish: Wish = {
  game: "",
  size: {},
  kinds: {},
  opponent: "", // the server's choice
  side: "1",
  bank: 300,
};

export function Home({ info }: { info: Info }) {
  useTitle("zerosum");
  const [wish, setWish] = useStored<Wish>("wish", firstWish);
  const { found: recent, trouble: unread } = useMyGames("", 6); // what comes below waits for them: nothing moves
  const [name] = useStored("name", "");
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  const game = info.games.find((each) => each.name === wish.game) ?? info.games[0]!;
  const size = wish.size[game.name] ?? game.size.casual;
  const kinds = wish.kinds[game.name] ?? game.kinds?.casual ?? 0;
  const opponent = info.players.some((player) => player.spec === wish.opponent) ? wish.opponent : info.opponent;

  const evenBoards = game.even?.some((each) => each.size === size && each.kinds === kinds) ?? false;
  const wantsEven = wish.even ?? true;
  const record = useRecord(game.name, opponent);

  const against = wish.against ?? (wish.side === "both" ? "here" : "engine");
  const side = wish.side === "2" ? 2 : 1;

  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const other = against === "engine" ? opponent : "human";
      const players = side === 1 ? ["human", other] : [other, "human"];
      const made = await post<GameState>("/api/games", {
        game: game.name,
        size,
        ...(game.kinds ? { kinds } : {}),
        players,
        bank: wish.bank,
        even: wantsEven,
        ...(against === "friend" ? { invite: 3 - side, name } : {}),
      });
      navigate(`/play/${made.id}`);
    } catch (problem) {
      setTrouble((problem as Error).message);
      setBusy(false);
    }
  };

  return (
    <div class="home">
      <section class="pitch">
        <h1>Two players. One board. Every point counts.</h1>
        <p>{game.rules}</p>
        {looksOf(game.name).lesson && (
          <a class="to-lesson" href="#lesson">
            New here? Learn it in three moves.
          </a>
        )}
      </section>
      <form class="card setup" onSubmit={start}>
        <h2>New game</h2>
        {trouble && <Notice>{trouble}</Notice>}
        <Choice
          label="Game"
          value={game.name}
          options={info.games.map((each) => [each.name, each.title] as const)}
          onChange={(value) => change({ game: value })}
        />
        <div class="pair">
          <Range
            label="Board"
            value={size}
            from={Math.max(2, game.size.least)}
            to={game.size.most}
            show={(n) => `${n} × ${n}`}
            onChange={(side) => change({ size: { ...wish.size, [game.name]: side } })}
          />
          {game.kinds ? (
            <Range
              label="Kinds"
              value={kinds}
              from={game.kinds.least}
              to={game.kinds.most}
              onChange={(number) => change({ kinds: { ...wish.kinds, [game.name]: number } })}
            />
          ) : (
            <span />
          )}
        </div>
        <Choice
          label="Against"
          value={against}
          options={[["engine", "Computer"], ["friend", "A friend"], ["here", "Two here"]]}
          onChange={(value) => change({ against: value, side: side === 1 ? "1" : "2" })}
        />
        <div class="against">
          {against === "engine" && (
            <label class="field">
              <span>Opponent</span>
              <select value={opponent} onChange={(event) => change({ opponent: event.currentTarget.value })}>
                {info.players.map((player) => (
                  <option key={player.spec} value={player.spec}>
                    {player.name}
                  </option>
                ))}
              </select>
              <small class="quiet">{info.players.find((player) => player.spec === opponent)?.about}</small>
            </label>
          )}
          {against === "friend" && <p class="quiet">You get a link. The first who opens it has the other seat; others can watch.</p>}
          {against === "here" && <p class="quiet">Two people take turns on this device.</p>}
        </div>
        <Choice
          label="You play"
          value={String(side)}
          options={[["1", "First"], ["2", "Second"]]}
          onChange={(value) => change({ side: value as "1" | "2", against })}
        />
        <Choice
          label="Clock"
          value={wish.bank}
          options={[[0, "None"], [60, "1 min"], [300, "5 min"], [900, "15 min"]]}
          onChange={(bank) => change({ bank })}
        />
        <label class="check">
          <input type="checkbox" aria-label="Even game" aria-describedby="even-why" checked={wantsEven} onChange={() => change({ even: !wantsEven })} />
          <span>
            Even game
            <small id="even-why">
              {evenBoards ? "a board on which neither side is ahead" : "who moves second gets the points that moving first is worth"}
            </small>
          </span>
        </label>
        <p class="tally" aria-live="polite">
          {against === "engine" ? record : "\u00a0"}
        </p>
        <div class="go">
          <button class="primary" type="submit" disabled={busy}>
            Play
          </button>
        </div>
      </form>
      <div class="beside">
        {recent && <GoOn found={recent} info={info} />}
        {(recent || unread) && (
          <>
            <Lesson info={game} />
            {hasPuzzles(info) && <DailyPuzzle />}
          </>
        )}
      </div>
    </div>
  );
}

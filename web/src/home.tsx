// The first page: choose and play. What was chosen last time is offered again.
import { useState } from "preact/hooks";
import { type GameState, type GameSummary, type Info, post } from "./api";
import { Board } from "./board";
import { looksOf } from "./games";
import { useFetched, useStored, useTitle } from "./hooks";
import { Link, navigate } from "./router";
import { Choice, Notice, Range, counted, outcomeSentence } from "./ui";

interface Wish {
  game: string; // "": the server's first
  size: Record<string, number>; // by game, where one was chosen
  kinds: Record<string, number>;
  opponent: string;
  side: "1" | "2" | "both";
  bank: number;
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
  const { data: recent } = useFetched<{ games: GameSummary[] }>("/api/games");
  const [wish, setWish] = useStored<Wish>("wish", firstWish);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  const game = info.games.find((each) => each.name === wish.game) ?? info.games[0]!;
  const size = wish.size[game.name] ?? game.size.casual;
  const kinds = wish.kinds[game.name] ?? game.kinds?.casual ?? 0;
  const opponent = info.players.some((player) => player.spec === wish.opponent) ? wish.opponent : info.opponent;

  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const players =
        wish.side === "both" ? ["human", "human"] : wish.side === "1" ? ["human", opponent] : [opponent, "human"];
      const made = await post<GameState>("/api/games", {
        game: game.name,
        size,
        ...(game.kinds ? { kinds } : {}),
        players,
        bank: wish.bank,
      });
      navigate(`/play/${made.id}`);
    } catch (problem) {
      setTrouble((problem as Error).message);
      setBusy(false);
    }
  };

  const { picture } = looksOf(game.name);
  return (
    <div class="home">
      <section class="pitch">
        <h1>Two players. One board. Every point counts.</h1>
        <p>{game.rules}</p>
        {picture && (
          <div class="picture">
            <Board
              still
              label="A board in the middle of a game"
              board={{
                game: game.name,
                position: "",
                size: picture.rows.length,
                ...picture,
                to_move: 1,
                points: [0, 0],
                over: true,
                moves: [],
              }}
            />
          </div>
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
        <label class="field">
          <span>Opponent</span>
          <select
            value={opponent}
            disabled={wish.side === "both"}
            onChange={(event) => change({ opponent: event.currentTarget.value })}
          >
            {info.players.map((player) => (
              <option key={player.spec} value={player.spec}>
                {player.name}
                {player.about && `: ${player.about}`}
              </option>
            ))}
          </select>
        </label>
        <Choice
          label="You play"
          value={wish.side}
          options={[["1", "First"], ["2", "Second"], ["both", "Both sides"]]}
          onChange={(side) => change({ side })}
        />
        <Choice
          label="Clock"
          value={wish.bank}
          options={[[0, "None"], [60, "1 min"], [300, "5 min"], [900, "15 min"]]}
          onChange={(bank) => change({ bank })}
        />
        <button class="primary" type="submit" disabled={busy}>
          Play
        </button>
      </form>
      {recent && recent.games.length > 0 && (
        <section class="card recent">
          <h2>Your games</h2>
          <ul>
            {recent.games.slice(0, 8).map((each) => (
              <li key={each.id}>
                <Link href={`/play/${each.id}`}>
                  <strong>
                    {each.players[0]} – {each.players[1]}
                  </strong>
                  <span>
                    {info.games.find((known) => known.name === each.game)?.title} {each.size} × {each.size},{" "}
                    {each.result ? outcomeSentence(each.result, each.players, each.points) : `move ${each.moves + 1}`}
                  </span>
                  <time dateTime={new Date(each.created * 1000).toISOString()}>
                    {ago(Date.now() / 1000 - each.created)}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const ago = (seconds: number): string => {
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${counted(Math.floor(seconds / 86400), "day")} ago`;
};

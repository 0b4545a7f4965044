// The first page: choose and play. What was chosen last time is offered again.
import { useState } from "preact/hooks";
import { type GameName, type GameState, type GameSummary, type Info, post } from "./api";
import { Board } from "./board";
import { useFetched, useStored, useTitle } from "./hooks";
import { Link, navigate } from "./router";
import { Choice, Notice, Range, counted, outcomeSentence } from "./ui";

// Boards for the picture beside the form. They are only looked at.
const pictures: Record<GameName, { rows: string[]; values?: number[][] }> = {
  fruit: { rows: ["*2****", "01***4", "013*24", "013324", "223314", "200114"] },
  raid: {
    rows: ["X...O", ".X.O.", "..XO.", ".XX.O", "....."],
    values: [[20, 16, 1, 32, 30], [20, 12, 2, 11, 8], [28, 48, 9, 1, 1], [20, 12, 10, 6, 2], [25, 30, 23, 21, 10]],
  },
};

interface Wish {
  game: GameName;
  size: Record<GameName, number>;
  kinds: number;
  opponent: string;
  side: "1" | "2" | "both";
  bank: number;
}

const firstWish: Wish = {
  game: "fruit",
  size: { fruit: 8, raid: 5 },
  kinds: 4,
  opponent: "", // the server's choice
  side: "1",
  bank: 300,
};

export function Home() {
  useTitle("zerosum");
  const { data: info, error } = useFetched<Info>("/api/info");
  const { data: recent } = useFetched<{ games: GameSummary[] }>("/api/games");
  const [wish, setWish] = useStored<Wish>("wish", firstWish);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  const game = info?.games.find((each) => each.name === wish.game);
  const opponent = info?.players.some((player) => player.spec === wish.opponent) ? wish.opponent : (info?.opponent ?? "");

  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const players =
        wish.side === "both" ? ["human", "human"] : wish.side === "1" ? ["human", opponent] : [opponent, "human"];
      const made = await post<GameState>("/api/games", {
        game: wish.game,
        size: wish.size[wish.game],
        ...(game?.kinds ? { kinds: wish.kinds } : {}),
        players,
        bank: wish.bank,
      });
      navigate(`/play/${made.id}`);
    } catch (problem) {
      setTrouble((problem as Error).message);
      setBusy(false);
    }
  };

  const picture = pictures[wish.game];
  return (
    <div class="home">
      <section class="pitch">
        <h1>Two players. One board. Every point counts.</h1>
        <p>
          {wish.game === "fruit"
            ? "Pick a group of equal fruits: k fruits score k². What stands above falls. When the box is empty, the higher total wins."
            : "Stake any free square, or raid one next to your own and turn every enemy that touches it. When the board is full, the higher sum wins."}
        </p>
        <div class="picture">
          <Board
            still
            label="A board in the middle of a game"
            board={{
              game: wish.game,
              position: "",
              size: picture.rows.length,
              rows: picture.rows,
              ...(picture.values ? { values: picture.values } : {}),
              to_move: 1,
              points: [0, 0],
              over: true,
              moves: [],
            }}
          />
        </div>
      </section>
      <form class="card setup" onSubmit={start}>
        <h2>New game</h2>
        {(error ?? trouble) && <Notice>{error ?? trouble}</Notice>}
        <Choice
          label="Game"
          value={wish.game}
          options={[["fruit", "The Fruit Rage"], ["raid", "Stake & Raid"]]}
          onChange={(value) => change({ game: value })}
        />
        <div class="pair">
          <Range
            label="Board"
            value={wish.size[wish.game]}
            from={Math.max(2, game?.sizes[0] ?? 2)}
            to={game?.sizes[1] ?? 26}
            show={(n) => `${n} × ${n}`}
            onChange={(size) => change({ size: { ...wish.size, [wish.game]: size } })}
          />
          {wish.game === "fruit" ? (
            <Range label="Kinds" value={wish.kinds} from={1} to={10} onChange={(kinds) => change({ kinds })} />
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
            {(info?.players ?? []).map((player) => (
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
        <button class="primary" type="submit" disabled={busy || !info}>
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
                    {each.game === "fruit" ? "Fruit Rage" : "Stake & Raid"} {each.size} × {each.size},{" "}
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

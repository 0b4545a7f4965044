// A record loaded, shown, reviewed by the engine, and exported as one file.
import { useEffect, useRef, useState } from "preact/hooks";
import { type BoardState, type Frames, type GameState, type Info, type ReviewedPly, type ReviewEnd, type Trial, get, listen, post, request } from "./api";
import { type Film, FilmView } from "./film";
import { useTitle } from "./hooks";
import { MyGames } from "./my_games";
import { Link, navigate } from "./router";
import { FileDrop, Notice, ShareLink } from "./ui";

// Where the frames of an address come from.
async function framesOf(query: URLSearchParams): Promise<Frames | null> {
  const game = query.get("game");
  if (game) return post<Frames>("/api/records", await get<unknown>(`/api/games/${encodeURIComponent(game)}/record`));
  const ledger = query.get("ledger");
  const played = query.get("played");
  if (ledger && played) return get<Frames>(`/api/ledgers/${encodeURIComponent(ledger)}/games/${encodeURIComponent(played)}`);
  return null;
}

async function exportFilm(film: Film) {
  const response = await fetch("/viewer.html");
  if (!response.ok) throw new Error("The server did not give the offline page.");
  // "<" must not end the script element that holds the game.
  const game = JSON.stringify(film).replace(/</g, "\\u003c");
  const page = (await response.text()).replace('"GAME"', () => game);
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  anchor.download = `zerosum-${film.frames.players.map((player) => player.name.replace(/[^\w.=-]+/g, "_")).join("-vs-")}.html`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

// Of files that hold games in another form, records can be made.
function noRecord(text: string, name: string): string {
  const kind = text.startsWith("SQLite format 3") ? "a tournament's ledger" : /^\uFEFF?\s*\[[A-Za-z]/.test(text) ? "a PGN file" : null;
  if (kind === null) return `${name} is not a game record: it is not JSON.`;
  return `${name} is ${kind}. Records of its games are made by: zerosum convert ${name} --to json --output DIRECTORY`;
}

// The address of this replay with that many moves played; none for a file that only this browser has.
function linkAt(query: URLSearchParams, at: number): string | null {
  if (!query.has("game") && !query.has("ledger")) return null;
  const target = new URLSearchParams(query);
  target.set("move", String(at));
  return `/replay?${target}`;
}

const serverJudge = {
  board: (shown: BoardState) => post<BoardState>("/api/positions", { game: shown.game, text: shown.position }),
  judge: ({ game, position }: BoardState, move: string) => post<Trial>("/api/positions/try", { game, position, move }),
};

export function Replay({ info, query }: { info: Info; query: URLSearchParams }) {
  useTitle("Replay · zerosum");
  const [frames, setFrames] = useState<Frames | null>(null);
  const [reviews, setReviews] = useState<ReviewedPly[]>([]);
  const [verdict, setVerdict] = useState<ReviewEnd | undefined>();
  const [reviewing, setReviewing] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const fromFile = useRef(false); // a file is shown, and the address is about to forget the game before
  // Another move is no other game.
  const named = new URLSearchParams(query);
  named.delete("move");
  const source = named.toString();

  const show = (loaded: Frames | null) => {
    setFrames(loaded);
    setReviewing((loaded?.moves.length ?? 0) > 0); // at once: what it will say has its room
    setReviews([]);
    setVerdict(undefined);
    setTrouble(null);
  };
  useEffect(() => {
    let wanted = true;
    framesOf(query).then(
      (loaded) => {
        if (!wanted) return;
        if (loaded || !fromFile.current) show(loaded);
        fromFile.current = false;
      },
      (problem: Error) => wanted && setTrouble(problem.message),
    );
    return () => void (wanted = false);
  }, [source]);

  useEffect(() => {
    if (!frames || frames.moves.length === 0) return;
    let close: (() => void) | null = null;
    let wanted = true;
    post<{ id: string }>("/api/reviews", {
      game: frames.game,
      start: frames.start,
      moves: frames.moves.map((move) => move.move),
      komi: frames.players[0].komi + frames.players[1].komi,
    }).then(
      ({ id }) => {
        if (!wanted) return;
        close = listen(`/api/reviews/${id}/events`, {
          ply: (review: ReviewedPly) => setReviews((known) => [...known.filter((each) => each.ply !== review.ply), review].sort((a, b) => a.ply - b.ply)),
          done: (end: ReviewEnd) => {
            setVerdict(end);
            setReviewing(false);
            return true;
          },
          failed: (problem: { message: string }) => {
            setTrouble(problem.message);
            setReviewing(false);
            return true;
          },
        });
      },
      (problem: Error) => {
        setTrouble(problem.message);
        setReviewing(false);
      },
    );
    return () => {
      wanted = false;
      close?.();
    };
  }, [frames]);

  const open = async (text: string, name: string) => {
    try {
      JSON.parse(text);
    } catch {
      return setTrouble(noRecord(text, name));
    }
    try {
      show(await request<Frames>("POST", "/api/records", text));
      fromFile.current = source !== "";
      navigate("/replay", true);
    } catch (problem) {
      setTrouble(`${name}: ${(problem as Error).message}`);
    }
  };
  const retry = async (at: number) => {
    const board = frames?.boards[at];
    if (!frames || !board) return;
    // The one who is to move is you; the other is who it was, when that can be played here.
    const spec = frames.players[2 - board.to_move]?.spec ?? "";
    try {
      const rival = info.players.some((player) => player.spec === spec) ? spec : info.opponent;
      const players = board.to_move === 1 ? ["human", rival] : [rival, "human"];
      // Who is to move there has it too, as what the other lacks.
      const komi = frames.players[2 - board.to_move]!.komi - frames.players[board.to_move - 1]!.komi;
      const game = await post<GameState>("/api/games", { game: frames.game, position: board.position, players, bank: Math.min(frames.bank, 3600), komi });
      navigate(`/play/${game.id}`);
    } catch (problem) {
      setTrouble((problem as Error).message);
    }
  };

  const opener = (
    <FileDrop label="Open a record" accept=".json,application/json" mebibytes={8} onText={open} onError={setTrouble}>
      <span class="quiet">Drop a game record here</span>
    </FileDrop>
  );
  if (!frames && source && !trouble) return <p class="loading">Opening the game…</p>;
  if (!frames) {
    return (
      <div class="room">
        <h1>Replay a game</h1>
        <p>Step through a game, see what each move cost, and try again where it went wrong.</p>
        {trouble && <Notice>{trouble}</Notice>}
        <MyGames info={info}>
          <section class="card">
            <h2>A record</h2>
            <p class="quiet">
              Saved here, or written by <code>zerosum match --record</code>.
            </p>
            {opener}
          </section>
        </MyGames>
      </div>
    );
  }
  const film = { frames, reviews, verdict };
  return (
    <>
      {trouble && <Notice>{trouble}</Notice>}
      <FilmView
        key={frames.start + frames.moves.length}
        film={film}
        start={Math.max(0, Math.min(frames.moves.length, Math.floor(Number(query.get("move") ?? 0)) || 0))}
        reviewing={reviewing}
        judge={serverJudge}
        actions={(at) => {
          const board = frames.boards[at]!;
          return (
            <>
              <div class="actions grid">
                <button type="button" disabled={board.over} onClick={() => retry(at)}>
                  Retry from here
                </button>
                <button type="button" disabled={reviewing} onClick={() => exportFilm(film).catch((problem: Error) => setTrouble(problem.message))}>
                  {reviewing ? "Export after the review" : "Export as HTML"}
                </button>
              </div>
              <div class="links">
                <ShareLink path={linkAt(query, at)} />
                <Link href={`/analyse?game=${board.game}&position=${encodeURIComponent(board.position)}`}>Analyse this position</Link>
              </div>
              <div class="links">
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    show(null);
                    navigate("/replay");
                  }}
                >
                  My games
                </button>
              </div>
            </>
          );
        }}
        last={opener}
      />
    </>
  );
}

// A game being played: the board, both banks, and what a player may ask for.
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { type GameState, type Hint, type Move, type Side, type Thought, get, post } from "./api";
import { Board, cellName } from "./board";
import { KnownGames, useGame } from "./games/context";
import { looksOf } from "./games";
import { reducedMotion, useStored, useStream, useTitle } from "./hooks";
import { Link, navigate } from "./router";
import { Careful, Choice, DeadEnd, Notice, counted, duration, outcomeSentence, signed } from "./ui";
import { MoveList } from "./move_list";

// Shows states one after the other with time between them to see what happened, however fast they
// arrive.
function usePaced(): [GameState | null, (state: GameState) => void] {
  const [shown, setShown] = useState<GameState | null>(null);
  const queue = useRef<GameState[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const newest = useRef(-1);
  const advance = () => {
    const next = queue.current.shift();
    if (!next) {
      timer.current = null;
      return;
    }
    setShown(next);
    timer.current = setTimeout(advance, reducedMotion() ? 0 : 420);
  };
  const push = (state: GameState) => {
    if (state.version <= newest.current) return;
    newest.current = state.version;
    queue.current.push(state);
    if (timer.current === null) advance();
  };
  useEffect(() => () => void (timer.current && clearTimeout(timer.current)), []);
  return [shown, push];
}

// What is left on a bank, counting down between two messages of the server.
function Clock({ bank, running }: { bank: number | null; running: boolean }) {
  const [spent, setSpent] = useState(0);
  useEffect(() => {
    setSpent(0);
    if (!running || bank === null) return;
    const start = performance.now();
    const timer = setInterval(() => setSpent((performance.now() - start) / 1000), 100);
    return () => clearInterval(timer);
  }, [bank, running]);
  if (bank === null) return null;
  const left = Math.max(0, bank - spent);
  return (
    <span class={`clock${running ? " running" : ""}${left < 20 ? " low" : ""}`} role="timer" aria-label="Time left">
      {duration(left)}
    </span>
  );
}

function SeatBar({ game, side }: { game: GameState; side: Side }) {
  const info = useGame(game.board.game);
  const seat = game.players[side - 1]!;
  const toMove = game.state !== "over" && game.board.to_move === side;
  const lead = game.board.points[side - 1]! - game.board.points[2 - side]!;
  return (
    <div class={`seat side-${side}${toMove ? " to-move" : ""}`}>
      <span class="disc" aria-hidden="true">
        {info.sides[side - 1]!.mark}
      </span>
      <span class="who">
        <strong>{seat.name}</strong>
        {(toMove || lead !== 0) && <small>{toMove ? (seat.human ? "to move" : "thinking…") : signed(lead)}</small>}
      </span>
      <span class="points" aria-label={counted(game.board.points[side - 1]!, info.score.unit)}>
        {game.board.points[side - 1]}
      </span>
      <Clock bank={seat.bank} running={game.clock.running && game.clock.side === side} />
    </div>
  );
}

export function Play({ id }: { id: string }) {
  const games = useContext(KnownGames);
  const [game, push] = usePaced();
  const [preview, setPreview] = useState<Move | null>(null);
  const [thought, setThought] = useState<Thought | null>(null);
  const [hint, setHint] = useState<(Hint & { position: string }) | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [kind, setKind] = useState("");
  const [refused, setRefused] = useState<string | null>(null); // a cell where `kind` is not possible
  const [numbers, setNumbers] = useStored("numbers", false);
  const connected = useStream(`/api/games/${id}/events`, {
    game: (state: GameState) => push(state),
    thinking: (next: Thought) => setThought(next),
  });
  // The stream cannot say why it fails to open; a plain request can.
  useEffect(() => {
    get<GameState>(`/api/games/${id}`).then(push, (problem: Error) => setTrouble(problem.message));
  }, [id]);
  useEffect(() => {
    if (connected) setTrouble(null); // what went wrong while the server was away
  }, [connected]);
  useEffect(() => setRefused(null), [kind, preview, game?.board.position]);
  useTitle(game ? `${game.players[0].name} – ${game.players[1].name} · zerosum` : "zerosum");

  const act = async <T,>(path: string, body: unknown, then: (answer: T) => void) => {
    setBusy(true);
    setTrouble(null);
    try {
      then(await post<T>(`/api/games/${id}/${path}`, body));
    } catch (problem) {
      setTrouble((problem as Error).message);
    } finally {
      setBusy(false);
    }
  };

  if (!game) {
    return trouble ? <DeadEnd title="This game cannot be shown">{trouble}</DeadEnd> : <p class="loading">Setting the board…</p>;
  }
  const { board } = game;
  const info = games.find((each) => each.name === board.game)!;
  const looks = looksOf(board.game);
  const yours = game.state === "waiting" && game.players[board.to_move - 1]!.human;
  const person: Side = game.players[0].human ? 1 : 2;
  const opponent: Side = person === 1 ? 2 : 1;
  const anyPerson = game.players.some((seat) => seat.human);
  const lastMove = game.moves[game.moves.length - 1];
  const play = (move: string) => act<GameState>("moves", { move, ply: game.moves.length }, push);
  const names: [string, string] = [game.players[0].name, game.players[1].name];
  const freshHint = hint?.position === board.position ? hint : null;

  const status = game.result
    ? outcomeSentence(game.result, names, board.points)
    : yours
      ? refused
        ? `No ${kind} is possible at ${refused}.`
        : preview
          ? looks.sentence(board, preview, info)
          : freshHint
            ? `Hint: ${freshHint.move}, expecting to ${freshHint.score >= 0 ? "gain" : "lose"} ${Math.abs(freshHint.score)} from here`
            : lastMove
              ? `${names[lastMove.side - 1]} played ${lastMove.move}, ${looks.gained(lastMove.gain, info)}. Your turn.`
              : "Your turn."
      : thought && thought.depth > 0
        ? `Thinking: depth ${thought.depth}, ${thought.line?.slice(0, 4).join(" ") ?? ""}`
        : `${names[board.to_move - 1]} is thinking…`;

  return (
    <div class="table playing">
      <h1 class="hidden">
        {names[0]} against {names[1]}
      </h1>
      <section class="stage" aria-label="Board">
        <SeatBar game={game} side={opponent} />
        <Board
          board={board}
          label={`${looks.board}, ${board.size} by ${board.size}. Arrow keys move, Enter picks.`}
          last={lastMove?.cells ?? null}
          onPlay={yours && !busy ? play : undefined}
          onPreview={setPreview}
          kind={kind || null}
          onRefused={(cell) => setRefused(cellName(cell, board.size))}
          hint={freshHint?.move ?? null}
          numbers={numbers}
        />
        <p class="status" aria-live="polite" data-state={game.state}>
          {status}
        </p>
        <SeatBar game={game} side={person} />
      </section>
      <aside class="panel">
        {trouble && <Notice>{trouble}</Notice>}
        {!connected && <Notice kind="info">Connection lost. Trying again…</Notice>}
        {game.result && (
          <section class="card verdict">
            <h2>{outcomeSentence(game.result, names, board.points)}</h2>
            {game.result.sentence && <p>{game.result.sentence}</p>}
            <p>See where the points went, or play again.</p>
            <div class="actions">
              <Link class="button primary" href={`/replay?game=${id}`}>
                See why
              </Link>
              {anyPerson && (
                <button type="button" onClick={() => act<GameState>("rematch", {}, (next) => navigate(`/play/${next.id}`))}>
                  Rematch, sides swapped
                </button>
              )}
            </div>
          </section>
        )}
        <section class="card">
          <div class="actions grid">
            <button type="button" disabled={!yours || busy} onClick={() => act<Hint>("hint", {}, (answer) => setHint({ ...answer, position: board.position }))}>
              Hint
            </button>
            <button type="button" disabled={busy || !anyPerson || game.moves.length === 0} onClick={() => act<GameState>("undo", {}, push)}>
              Take back
            </button>
            <Careful sure={anyPerson ? "Really resign?" : "Really end it?"} disabled={busy || game.state === "over"} onSure={() => act<GameState>("resign", {}, push)}>
              {anyPerson ? "Resign" : "End the game"}
            </Careful>
            <button type="button" onClick={() => act<GameState>("rematch", { swap: false }, (next) => navigate(`/play/${next.id}`))}>
              New board
            </button>
          </div>
          {info.move_kinds.length > 0 && (
            <Choice
              label="A click means"
              value={kind}
              options={[["", "Better"], ...info.move_kinds.map((name) => [name, name] as const)]}
              onChange={setKind}
            />
          )}
          <div class="links">
            <Link href={`/analyse?game=${board.game}&position=${encodeURIComponent(board.position)}`}>Analyse this position</Link>
            <a href={`/api/games/${id}/record`} download={`zerosum-${id}.json`}>
              Save the record
            </a>
            {looks.numbers && (
              <label>
                <input type="checkbox" checked={numbers} onChange={() => setNumbers(!numbers)} /> {looks.numbers}
              </label>
            )}
          </div>
        </section>
        <section class="card moves-card">
          <h2>Moves</h2>
          <MoveList moves={game.moves} names={names} at={game.moves.length} />
        </section>
      </aside>
    </div>
  );
}

// A game being played: the board, both banks, and what a player may ask for.
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { type GameInfo, type GameState, type Hint, type Move, type Outcome, type Side, type Thought, get, post } from "./api";
import { Board, cellName } from "./board";
import { Invitation, Onlookers, RematchLink, gameLink, waitsForFriend } from "./friend";
import { KnownGames, useGame } from "./games/context";
import { looksOf } from "./games";
import { reducedMotion, useStored, useStream, useTitle } from "./hooks";
import { Link, navigate } from "./router";
import { Careful, DeadEnd, KindChoice, Notice, ShareLink, counted, duration, komiText, outcomeSentence, signed, whySentence } from "./ui";
import { MoveList } from "./move_list";
import { type Shortcuts, useShortcuts } from "./shortcuts";
import { useSounds } from "./sound";

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

// Whether an engine has been at work on this position for long enough that a person notices.
function useWaiting(position: string | null): boolean {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    setWaiting(false);
    if (position === null) return;
    const timer = setTimeout(() => setWaiting(true), 500);
    return () => clearTimeout(timer);
  }, [position]);
  return waiting;
}

function SeatBar({ game, side, you }: { game: GameState; side: Side; you: boolean }) {
  const info = useGame(game.board.game);
  const seat = game.players[side - 1]!;
  const toMove = game.state !== "over" && game.board.to_move === side;
  const lead = game.board.points[side - 1]! - game.board.points[2 - side]!;
  const doing = seat.waits ? "waits for a friend" : toMove ? (seat.human ? "to move" : "thinking…") : null;
  const komi = komiText(seat.komi);
  const even = seat.waits ? "" : komi || (side === 2 ? evenText(game, info) : "");
  const ahead = lead === 0 || komi ? "" : signed(lead);
  // What makes the game even stays in sight. Whose turn it is, the frame, the clock and the sentence tell as well.
  const standing = [you ? "you" : "", even, even ? (you ? "" : ahead) : (doing ?? ahead)].filter(Boolean).join(" · ");
  return (
    <div class={`seat side-${side}${toMove ? " to-move" : ""}`}>
      <span class="disc" aria-hidden="true">
        {info.sides[side - 1]!.mark}
      </span>
      <span class="who">
        <strong>{seat.name}</strong>
        {standing && <small>{standing}</small>}
      </span>
      <span class="points" aria-label={counted(game.board.points[side - 1]!, info.score.unit)}>
        {game.board.points[side - 1]}
      </span>
      <Clock bank={seat.bank} running={game.clock.running && game.clock.side === side} />
    </div>
  );
}

// "Your turn.", or whose it is where two people share a device.
const turnOf = (game: GameState, yours: readonly Side[], names: [string, string]): string =>
  yours.length > 1 ? `${names[game.board.to_move - 1]} is to move.` : "Your turn.";

// Why nobody has komi in an even game: the board is known to be even, or a search found nothing to make up for.
const evenText = (game: GameState, info: GameInfo): string => {
  if (!game.setup.even || game.players.some((each) => each.komi !== 0)) return "";
  const known = info.even?.some((each) => each.size === game.setup.size && (each.kinds === 0 || each.kinds === game.setup.kinds));
  return known ? "even board" : "expected even";
};

function Verdict({ result, names, points }: { result: Outcome; names: [string, string]; points: [number, number] }) {
  const why = whySentence(result, names);
  return (
    <>
      <h2>{outcomeSentence(result, names, points)}</h2>
      {why && <p>{why}</p>}
    </>
  );
}

// How a move is made, for a first one.
const howTo = (): string =>
  touched() ? "Tap to see what a move brings, tap again to play it." : "Point to see what a move brings, click to play it.";
const touched = () => matchMedia("(pointer: coarse)").matches;

export function Play({ id, guest }: { id: string; guest: boolean }) {
  const games = useContext(KnownGames);
  const [game, push] = usePaced();
  const [preview, setPreview] = useState<Move | null>(null);
  const [thought, setThought] = useState<Thought | null>(null);
  const [hint, setHint] = useState<(Hint & { position: string }) | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [hinting, setHinting] = useState(false);
  const [kind, setKind] = useState("");
  const [yours, setYours] = useState<readonly Side[]>([]); // the sides that this browser may move for
  const [invite, setInvite] = useState<string | null>(null);
  const [looking, setLooking] = useState(0); // how many pages show this game
  const [name] = useStored("name", "");
  const [sound, setSound] = useStored("sound", false);
  const [refused, setRefused] = useState<string | null>(null); // a cell where `kind` is not possible
  const [numbers, setNumbers] = useStored("numbers", false);
  const connected = useStream(`/api/games/${id}/events`, {
    game: (state: GameState) => push(state),
    thinking: (next: Thought) => setThought(next),
    watching: ({ count }: { count: number }) => setLooking(count),
  });
  // An answer to this browser, not to all.
  const take = (state: GameState) => {
    if (state.yours) setYours(state.yours);
    if (state.invite) setInvite(state.invite);
    push(state);
  };
  // The stream cannot say why it fails to open; a plain request can.
  useEffect(() => {
    get<GameState>(`/api/games/${id}`).then(
      (state) => {
        take(state);
        // Who comes first with the link has the seat that waits.
        if (state.yours?.length === 0 && state.players.some((seat) => seat.waits))
          post<GameState>(`/api/games/${id}/seat`, { name }).then(take, (problem: Error) => setTrouble(problem.message));
      },
      (problem: Error) => setTrouble(problem.message),
    );
  }, [id]);
  useEffect(() => {
    if (connected) setTrouble(null); // what went wrong while the server was away
  }, [connected]);
  const waiting = useWaiting(game?.state === "thinking" ? game.board.position : null);
  useEffect(() => setThought(null), [game?.board.position]); // it was about the board before
  useEffect(() => setRefused(null), [kind, preview, game?.board.position]);
  useSounds(sound, game, yours);
  const keys = useRef<Shortcuts>({});
  useShortcuts(keys.current);
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
    return trouble ? <DeadEnd title="This game cannot be shown" link={!guest}>{trouble}</DeadEnd> : <p class="loading">Setting the board…</p>;
  }
  const { board } = game;
  const info = games.find((each) => each.name === board.game)!;
  const looks = looksOf(board.game);
  const yourTurn = game.state === "waiting" && yours.includes(board.to_move);
  const person: Side = yours[0] ?? (game.players[0].human ? 1 : 2);
  const opponent: Side = person === 1 ? 2 : 1;
  const anyPerson = game.players.some((seat) => seat.human);
  const playing = yours.length > 0; // not just watching
  const { friends } = game.setup;
  const lastMove = game.moves[game.moves.length - 1];
  const askHint = async () => {
    setHinting(true);
    await act<Hint>("hint", {}, (answer) => setHint({ ...answer, position: board.position }));
    setHinting(false);
  };
  const play = (move: string) => act<GameState>("moves", { move, ply: game.moves.length }, take);
  const goTo = (next: GameState) => navigate(`/play/${next.id}`);
  const names: [string, string] = [game.players[0].name, game.players[1].name];
  const freshHint = hint?.position === board.position ? hint : null;

  const status = yourTurn
    ? hinting
      ? "Looking for a good move…"
      : refused
        ? `No ${kind} is possible at ${refused}.`
        : preview
          ? `${looks.sentence(board, preview, info)}${touched() ? ". Tap again to play it." : ""}`
          : freshHint
            ? `Hint: ${freshHint.move}, expecting to ${freshHint.score >= 0 ? "gain" : "lose"} ${Math.abs(freshHint.score)} from here`
            : lastMove
              ? `${names[lastMove.side - 1]} played ${lastMove.move}, ${looks.gained(lastMove.gain, info)}. ${turnOf(game, yours, names)}`
              : `${turnOf(game, yours, names)} ${howTo()}`
    : game.state === "waiting"
        ? `${names[board.to_move - 1]} is to move${game.players[board.to_move - 1]!.waits ? ", once that seat is taken" : ""}.`
      : thought && thought.depth > 0
        ? `Thinking: depth ${thought.depth}, ${thought.line?.slice(0, 4).join(" ") ?? ""}`
        : `${names[board.to_move - 1]} is thinking…`;

  const undo = busy || !playing || friends || game.moves.length === 0 ? null : () => void act<GameState>("undo", {}, take);
  const another = friends || (anyPerson && !playing) ? null : () => void act<GameState>("rematch", { swap: false }, goTo);
  const hurry = waiting && game.setup.reply > 0 && !busy && playing ? () => void act<GameState>("now", {}, take) : null;
  const help = !yourTurn || busy || friends ? null : () => void askHint();
  Object.assign(keys.current, {
    h: ["hint", help],
    m: ["move now", hurry],
    u: ["take back", undo],
    n: ["new board", another],
    s: ["sound on or off", () => setSound(!sound)],
  } satisfies Shortcuts);

  // First while it asks a friend in, then below what one clicks.
  const waits = waitsForFriend(game);
  const invitation = (
    <Invitation key="invitation" game={game} yours={yours} invite={invite} onName={(given) => act<GameState>("seat", { name: given }, take)} />
  );

  return (
    <div class="table playing">
      <h1 class="hidden">
        {names[0]} against {names[1]}
      </h1>
      <section class="stage" aria-label="Board">
        <SeatBar game={game} side={opponent} you={false} />
        <Board
          board={board}
          label={`${looks.board}, ${board.size} by ${board.size}. Arrow keys move, Enter picks.`}
          last={lastMove?.cells ?? null}
          onPlay={yourTurn && !busy ? play : undefined}
          onPreview={setPreview}
          kind={kind || null}
          onRefused={(cell) => setRefused(cellName(cell, board.size))}
          hint={freshHint?.move ?? null}
          numbers={numbers}
        />
        {/* The verdict stands where the sentence was, and its buttons where others were: nothing moves when it comes. */}
        <div class={`status${game.result ? " verdict" : ""}`} aria-live="polite" data-state={game.state} title={looks.meaning}>
          {game.result ? <Verdict result={game.result} names={names} points={board.points} /> : status}
          {waiting && game.setup.reply > 0 && (
            <span key={board.position} class="wait" aria-hidden="true" style={{ "--seconds": `${game.setup.reply}s` }} />
          )}
        </div>
        <SeatBar game={game} side={person} you={friends && yours.includes(person)} />
      </section>
      <aside class="panel">
        {trouble && <Notice>{trouble}</Notice>}
        {!connected && <Notice kind="info">Connection lost. Trying again…</Notice>}
        {waits && invitation}
        <section class="card" key="actions">
          <KindChoice kinds={info.move_kinds} value={kind} onChange={setKind} />
          <div class="actions grid">
            {game.result && !guest && lastMove ? (
              <Link class="button primary" href={`/replay?game=${id}`}>
                See why
              </Link>
            ) : waiting && game.setup.reply > 0 ? (
              <button type="button" disabled={!hurry} onClick={() => hurry?.()}>
                Move now
              </button>
            ) : (
              <button type="button" disabled={!help} onClick={() => help?.()}>
                Hint
              </button>
            )}
            <button type="button" disabled={!undo} onClick={() => undo?.()}>
              Take back
            </button>
            {game.result && game.rematch ? (
              <RematchLink id={game.rematch} />
            ) : game.result && playing ? (
              <button
                type="button"
                aria-label="Rematch, sides swapped"
                title="Sides swapped"
                disabled={busy}
                // The second click of a double click was meant for what stood here before.
                onClick={(event) => event.detail < 2 && act<GameState>("rematch", {}, goTo)}
              >
                Rematch
              </button>
            ) : (
              <Careful sure={anyPerson ? "Really resign?" : "Really end it?"} disabled={busy || game.state === "over" || (anyPerson && !playing)} onSure={() => act<GameState>("resign", {}, take)}>
                {anyPerson ? "Resign" : "End the game"}
              </Careful>
            )}
            <button type="button" disabled={!another} onClick={() => another?.()}>
              New board
            </button>
          </div>
          <div class="links">
            {!guest && (!friends || game.state === "over") && (
              <Link href={`/analyse?game=${board.game}&position=${encodeURIComponent(board.position)}`}>Analyse this position</Link>
            )}
            <ShareLink path={gameLink(id, invite)}>Share this game</ShareLink>
            <a href={`/api/games/${id}/record`} download={`zerosum-${id}.json`}>
              Save the record
            </a>
            <label>
              <input type="checkbox" checked={sound} onChange={() => setSound(!sound)} /> Sound
            </label>
            {looks.numbers && (
              <label>
                <input type="checkbox" checked={numbers} onChange={() => setNumbers(!numbers)} /> {looks.numbers}
              </label>
            )}
          </div>
        </section>
        {!waits && invitation}
        {/* Below what one clicks: onlookers come and go. */}
        <Onlookers count={looking} players={friends ? 2 : 1} watching={anyPerson && !playing} />
        <section class="card moves-card">
          <h2>Moves</h2>
          <MoveList moves={game.moves} names={names} at={game.moves.length} meaning={looks.meaning} />
        </section>
      </aside>
    </div>
  );
}

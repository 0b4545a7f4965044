// Analysis of a position: what every move is worth, and why. Moves tried on the board form a
// path; each position of it is evaluated, so that a wrong step shows at once.
import { useEffect, useState } from "preact/hooks";
import { type Analysis, type BoardState, type GameState, type Info, type Move, post } from "./api";
import { Board } from "./board";
import { type Brush, type Editing, EditorCard, editingOf, lineOf, paint, shownDraft } from "./editor";
import { EvaluationBar, EvaluationGraph, severity, severityMark } from "./evaluation";
import { sideName } from "./games/context";
import { looksOf } from "./games";
import { reducedMotion, useStored, useStream, useTitle } from "./hooks";
import { navigate } from "./router";
import { useShortcuts } from "./shortcuts";
import { FileDrop, Icon, Notice, ShareLink, cpu, signed } from "./ui";

interface Step {
  board: BoardState;
  move: string | null; // that led here
  cells: number[] | null;
  gain: number;
}

const link = (board: BoardState) => `/analyse?game=${board.game}&position=${encodeURIComponent(board.position)}`;

// What a move is worth against the best: ", the best", ", 4 less than the best".
function worth(move: Move, analysis: Analysis | undefined): string {
  const value = analysis?.moves.find((each) => each.name === move.name);
  if (!value) return "";
  return `; ${value.lost === 0 ? "the best" : `${value.lost} less than the best`}${value.exact ? ", exact" : ""}`;
}

export function Analyse({ info, query }: { info: Info; query: URLSearchParams }) {
  useTitle("Analyse · zerosum");
  const [path, setPath] = useState<Step[]>([]);
  const [at, setAt] = useState(0);
  const [analyses, setAnalyses] = useState<ReadonlyMap<string, Analysis>>(new Map());
  const [working, setWorking] = useState(false);
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState<string | null>(null);
  const [preview, setPreview] = useState<Move | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [brush, setBrush] = useState<Brush>({ mark: "" });
  const [running, setRunning] = useState(false); // a line is played out
  const [seen, setSeen] = useStored<{ game: string; position: string } | null>("analysed", null);
  const wanted = query.get("position");
  const first = info.games.flatMap((game) => looksOf(game.name).samples)[0];
  const [opening, setOpening] = useState(wanted !== null || seen !== null || first !== undefined);

  const show = (board: BoardState) => {
    setPath([{ board, move: null, cells: null, gain: 0 }]);
    setAt(0);
    setTrouble(null);
  };
  const load = async (given: string, game?: string | null) => {
    try {
      const board = await post<BoardState>("/api/positions", { text: given, ...(game ? { game } : {}) });
      show(board);
      setSeen({ game: board.game, position: board.position });
      return board;
    } catch (problem) {
      setTrouble((problem as Error).message);
      return null;
    } finally {
      setOpening(false);
    }
  };
  const loadAndLink = async (given: string) => {
    const board = await load(given);
    if (board) navigate(link(board), true);
  };
  // A link that holds a position, unless it is the one on the board already. Without one, what was
  // looked at last, or a board to begin with.
  useEffect(() => {
    if (wanted && path[at]?.board.position !== wanted) {
      setText(wanted);
      void load(wanted, query.get("game"));
    } else if (!wanted && path.length === 0) {
      if (seen) void load(seen.position, seen.game);
      else if (first) void load(first[1]);
    }
  }, [wanted]);

  const step = path[at];
  const position = !editing && step && !step.board.over ? step.board.position : null;
  useEffect(() => setWorking(position !== null), [position]);
  useStream(
    position && step ? `/api/analysis?game=${step.board.game}&position=${encodeURIComponent(position)}&lines=5&seconds=10` : null,
    {
      analysis: (analysis: Analysis) => setAnalyses((known) => new Map(known).set(position!, analysis)),
      done: () => {
        setWorking(false);
        return true;
      },
      failed: (problem: { message: string }) => {
        setTrouble(problem.message);
        setWorking(false);
        return true;
      },
    },
  );

  const goTo = (index: number) => {
    const target = path[index];
    if (!target) return;
    setAt(index);
    navigate(link(target.board), true);
  };
  // Plays moves one after the other from the board shown; the first of them is shown.
  const playOut = async (names: readonly string[]) => {
    if (!step) return;
    const steps: Step[] = [];
    try {
      let from = step.board;
      for (const move of names) {
        const answer = await post<{ board: BoardState; gain: number; cells: number[]; move: string }>("/api/positions/play", {
          game: from.game,
          position: from.position,
          move,
        });
        steps.push({ board: answer.board, move: answer.move, cells: answer.cells, gain: answer.gain });
        from = answer.board;
      }
    } catch (problem) {
      setTrouble((problem as Error).message);
    }
    if (steps.length === 0) return;
    setPath([...path.slice(0, at + 1), ...steps]);
    setAt(at + 1);
    setRunning(steps.length > 1);
    navigate(link(steps[0]!.board), true);
  };
  const tryMove = (name: string) => playOut([name]);
  useEffect(() => {
    if (!running) return;
    if (at + 1 >= path.length) return setRunning(false);
    const timer = setTimeout(() => goTo(at + 1), reducedMotion() ? 300 : 800);
    return () => clearTimeout(timer);
  }, [running, at, path]);
  const edit = () => {
    if (!step) return;
    setRunning(false);
    setEditing(editingOf(step.board));
    setBrush({ mark: looksOf(step.board.game).editor!.marks[0]! });
  };
  const edited = async () => {
    if (!editing) return;
    const board = await load(lineOf(editing), editing.game);
    if (!board) return;
    setEditing(null);
    setText(board.position);
    navigate(link(board), true);
  };
  const playOn = async () => {
    if (!step) return;
    try {
      const rival = info.opponent;
      const players = step.board.to_move === 1 ? ["human", rival] : [rival, "human"];
      const game = await post<GameState>("/api/games", { game: step.board.game, position: step.board.position, players, bank: 0 }); // nor has an analysis a clock
      navigate(`/play/${game.id}`);
    } catch (problem) {
      setTrouble((problem as Error).message);
    }
  };

  useShortcuts({
    ArrowLeft: ["back", () => goTo(at - 1)],
    ArrowRight: ["forward", () => goTo(at + 1)],
    e: ["edit the board", step && !editing && looksOf(step.board.game).editor ? edit : null],
  });
  const analysis = position ? analyses.get(position) : undefined;
  const board = editing ? shownDraft(editing) : step?.board;
  const looks = looksOf(board?.game ?? "");
  const game = info.games.find((game) => game.name === board?.game);
  const scale = board ? looks.scale(board.size) : 1;
  const names: [string, string] = game ? [sideName(game, 1), sideName(game, 2)] : ["", ""];
  const marginAt = (index: number): number | null => {
    const each = path[index]!;
    if (each.board.over) return each.board.points[0] - each.board.points[1];
    return analyses.get(each.board.position)?.margin ?? null;
  };
  const lostAt = (index: number): number => {
    const previous = path[index - 1];
    const move = path[index]?.move;
    if (!previous || !move) return 0;
    return analyses.get(previous.board.position)?.moves.find((each) => each.name === move)?.lost ?? 0;
  };

  if (opening) return <p class="loading">Setting the board…</p>;
  return (
    <div class="table analysed">
      <section class="stage" aria-label="Board">
        {board && editing ? (
          <>
            <h1 class="hidden">Analysis</h1>
            <Board board={board} label="Board to paint. Arrow keys move, Enter paints." onPaint={(cell) => setEditing((now) => now && paint(now, cell, brush))} />
          </>
        ) : board && step ? (
          <>
            <h1 class="hidden">Analysis</h1>
            <EvaluationBar margin={marginAt(at)} scale={scale} names={names} exact={board.over || (analysis?.exact ?? false)} />
            <Board
              board={board}
              label="Position. Arrow keys move, Enter tries the move."
              last={step.cells}
              onPlay={tryMove}
              onPreview={setPreview}
              values={analysis?.moves ?? null}
              hint={analysis?.moves[0]?.name ?? null}
            />
            <p class="status" aria-live="polite">
              {board.over
                ? `The game is over, ${board.points[0]} : ${board.points[1]}.`
                : preview
                  ? `${looks.sentence(board, preview, game!)}${worth(preview, analysis)}`
                  : `${names[board.to_move - 1]} to move, ${board.points[0]} : ${board.points[1]}.`}
            </p>
          </>
        ) : (
          <div class="empty">
            <h1>Analyse a position</h1>
            <p>Paste a course input.txt of any game, or a position in one line. The address of this page then holds it: send it to a friend.</p>
          </div>
        )}
      </section>
      <aside class="panel">
        {trouble && <Notice>{trouble}</Notice>}
        {editing && (
          <EditorCard
            games={info.games}
            editing={editing}
            brush={brush}
            onBrush={setBrush}
            onChange={setEditing}
            onDone={() => void edited()}
            onCancel={() => {
              setEditing(null);
              setTrouble(null);
            }}
          />
        )}
        {board && !editing && (
          <section class="card">
            <h2>
              Best moves
              <small class="quiet" data-working={working}>
                {analysis ? ` depth ${analysis.depth}, ${cpu(analysis.cpu)}${analysis.exact ? ", exact" : working ? "…" : ""}` : working ? " thinking…" : ""}
              </small>
            </h2>
            <p class="lines-head" aria-hidden="true">
              <span>Move</span>
              <span title="expected final margin for player 1">Margin</span>
              <span>Worse by</span>
            </p>
            <ol class="lines">
              {Array.from({ length: Math.min(5, Math.max(board.moves.length, board.over ? 0 : 1)) }, (_, i) => analysis?.moves[i]).map((move, i) =>
                move ? (
                  <li key={i}>
                    <button type="button" onClick={() => tryMove(move.name)}>
                      <strong>{move.name}</strong>
                      <span class="num" title="expected final margin for player 1">{signed(move.margin)}</span>
                      <span class="num lost">{move.lost > 0 ? `−${move.lost}` : move.exact ? "exact" : "best"}</span>
                      <span class="line">{move.line?.slice(1, 7).join(" ") ?? ""}</span>
                    </button>
                    <button type="button" class="out" disabled={(move.line?.length ?? 0) < 2} aria-label={`Play out ${move.name}`} onClick={() => playOut(move.line ?? [])}>
                      <Icon name="play" />
                    </button>
                  </li>
                ) : (
                  <li key={i} class="blank" />
                ),
              )}
            </ol>
            <p class="scale">
              best <i aria-hidden="true" /> worse
            </p>
            <div class="actions grid">
              <button type="button" disabled={at === 0} onClick={() => goTo(at - 1)}>
                Back
              </button>
              <button type="button" disabled={at + 1 >= path.length} onClick={() => goTo(at + 1)}>
                Forward
              </button>
              <button type="button" disabled={board.over} onClick={playOn}>
                Play from here
              </button>
              {looks.editor && (
                <button type="button" onClick={edit}>
                  Edit the board
                </button>
              )}
            </div>
            <div class="links">
              <ShareLink path={link(board)}>Share this position</ShareLink>
            </div>
          </section>
        )}
        {path.length > 1 && !editing && (
          <section class="card">
            <h2>Tried so far</h2>
            <EvaluationGraph
              points={path.map((_, i) => ({ margin: marginAt(i), lost: lostAt(i) }))}
              at={at}
              scale={scale}
              onPick={goTo}
              label={`Expected margin over ${path.length} positions`}
            />
            <ol class="tried">
              {path.slice(1).map((each, i) => {
                const lost = lostAt(i + 1);
                const kind = severity(lost, scale);
                return (
                  <li key={i}>
                    <button type="button" class={i + 1 === at ? "on" : ""} onClick={() => goTo(i + 1)}>
                      {each.move}
                      {severityMark[kind] && <b class={`mark ${kind}`}>{severityMark[kind]}</b>}
                      {lost > 0 && <small>−{lost}</small>}
                    </button>
                  </li>
                );
              })}
            </ol>
          </section>
        )}
        <section class="card">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void loadAndLink(text);
            }}
          >
            <label class="field">
              <span>Position</span>
              <textarea
                rows={5}
                spellcheck={false}
                placeholder={["input.txt", ...info.games.flatMap((game) => looksOf(game.name).example ?? [])].join(", or ")}
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </label>
            <FileDrop
              label="Open a file"
              accept=".txt,text/plain"
              mebibytes={1}
              onError={setTrouble}
              onText={(given) => {
                setText(given);
                void loadAndLink(given);
              }}
            >
              <button type="submit" class="primary" disabled={text.trim() === ""}>
                Analyse
              </button>
            </FileDrop>
          </form>
          <div class="links">
            {info.games.flatMap((game) => looksOf(game.name).samples).map(([name, sample]) => (
              <button
                key={name}
                type="button"
                class="link"
                onClick={() => {
                  setText(sample);
                  void loadAndLink(sample);
                }}
              >
                {name}
              </button>
            ))}
          </div>
        </section>
      </aside>
    </div>
  );
}

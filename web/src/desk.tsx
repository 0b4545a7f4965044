// The hand-in desk: a student hands in, sees the check, the quick grade, the place on the ladder and
// the games. Staff see the class as well (desk_staff.tsx).
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Info } from "./api";
import { DeskClient, type DeskState, type HandIn, type Place, points, progress, usePolled, when } from "./desk_api";
import { Staff } from "./desk_staff";
import { useStored, useTitle } from "./hooks";
import { Link } from "./router";
import { GamesTable, ratingText } from "./standings";
import { DeadEnd, FileDrop, Notice, counted } from "./ui";

export function Desk({ info, query }: { info: Info; query: URLSearchParams }) {
  useTitle("Hand in · zerosum");
  const [token, setToken] = useStored("desk-token", "");
  if (!info.desk)
    return <DeadEnd title="There is no hand-in desk here">This server was started without a class: zerosum serve --class class.toml.</DeadEnd>;
  if (token === "") return <AskToken title={info.desk.title} onToken={setToken} />;
  return <KnownPerson key={token} token={token} staffPage={query.has("class")} onForget={() => setToken("")} />;
}

function AskToken({ title, onToken, problem }: { title: string; onToken: (token: string) => void; problem?: string }) {
  const [text, setText] = useState("");
  return (
    <div class="empty">
      <h1>{title}: hand in</h1>
      {problem && <Notice>{problem}</Notice>}
      <form
        class="desk-token"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) onToken(text.trim());
        }}
      >
        <label class="field">
          <span>Your token, as the staff have given it to you</span>
          <input type="text" value={text} autocomplete="off" spellcheck={false} required onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" class="primary">
          Go on
        </button>
      </form>
      <p class="quiet">It stays in this browser until you forget it.</p>
    </div>
  );
}

function KnownPerson({ token, staffPage, onForget }: { token: string; staffPage: boolean; onForget: () => void }) {
  const client = useMemo(() => new DeskClient(token), [token]);
  const { data, error, reload } = usePolled(client.show, "desk");
  if (error?.code === "desk_token_needed")
    return (
      <div class="empty">
        <h1>This token is not known here</h1>
        <p role="alert">{error.message}</p>
        <button type="button" onClick={onForget}>
          Enter another token
        </button>
      </div>
    );
  if (!data) return error ? <Notice>{error.message}</Notice> : <p class="loading">Opening the desk…</p>;
  const title = data.person.staff && staffPage ? data.title : "Hand in";
  return (
    <div class="desk">
      <header class="heading">
        <div>
          <h1>{title}</h1>
          <p class="quiet">
            {data.title}, {data.person.name}
            {data.person.entrant !== data.person.name && ` (${data.person.entrant} on the ladder)`}
            {data.person.staff && ", staff"}
          </p>
        </div>
        <p class="actions">
          {data.person.staff && (staffPage ? <Link href="/desk">Your own hand-ins</Link> : <Link href="/desk?class">The class</Link>)}
          <button type="button" onClick={onForget}>
            Forget my token
          </button>
        </p>
      </header>
      {error && <Notice>{error.message}</Notice>}
      {data.person.staff && staffPage ? <Staff client={client} /> : <Student client={client} desk={data} reload={reload} />}
    </div>
  );
}

function Student({ client, desk, reload }: { client: DeskClient; desk: DeskState; reload: () => void }) {
  const [sending, setSending] = useState("");
  const [said, setSaid] = useState<{ kind: "error" | "info"; text: string; handIn?: number } | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const upload = (file: File) => {
    setSending(file.name);
    setSaid(null);
    client
      .upload(file)
      .then(
        (taken) => {
          setSaid({ kind: "info", text: `${taken.file} is here, as your number ${taken.number}. It is being checked.`, handIn: taken.id });
          setShown(taken.id);
          reload();
        },
        (problem: Error) => setSaid({ kind: "error", text: problem.message }),
      )
      .finally(() => setSending(""));
  };
  const newest = desk.hand_ins[0];
  const seen = desk.hand_ins.find((each) => each.id === (shown ?? newest?.id));
  const told = desk.hand_ins.find((each) => each.id === said?.handIn);
  const news = told === undefined || told.stage === "received" ? said : null;
  return (
    <>
      {desk.paused && <Notice kind="info">The staff have paused grading and the ladder. Checks go on.</Notice>}
      <section class="card">
        <h2>Hand in</h2>
        <FileDrop
          label={sending ? `Sending ${sending}…` : "Choose a file"}
          accept=".c,.cpp,.java,.py,.zip,.tar,.gz,.tgz"
          mebibytes={desk.upload_bytes / 2 ** 20}
          onFile={upload}
          onError={(text) => setSaid({ kind: "error", text })}
        >
          <p>A source file such as homework.cpp, or a zip, tar or tar.gz with all your files. Drop it here or choose it.</p>
        </FileDrop>
        <p class="quiet">
          Up to {desk.upload_bytes / 2 ** 20} MiB. {counted(desk.uploads_left, "more upload")} within this hour.
        </p>
        {news && <Notice kind={news.kind}>{news.text}</Notice>}
      </section>
      <section class="card">
        <h2>Your hand-ins</h2>
        {desk.hand_ins.length === 0 ? (
          <p class="quiet">Nothing yet.</p>
        ) : (
          <HandIns list={desk.hand_ins} shown={seen?.id ?? null} onShow={setShown} />
        )}
        {seen && <Report key={seen.id} client={client} handIn={seen} />}
      </section>
      <section class="card">
        <h2>Your place on the ladder</h2>
        {desk.place ? <PlaceLine place={desk.place} /> : <p class="quiet">None yet: a hand-in that passed its check takes part by itself.</p>}
        <p>
          <Link href={`/tournament/${desk.ledger}`}>The whole ladder</Link>
        </p>
        {desk.games.length > 0 && <GamesTable games={desk.games} links={{ A: Link, game: (game) => `/replay?ledger=${desk.ledger}&played=${game.id}` }} />}
      </section>
    </>
  );
}

function HandIns({ list, shown, onShow }: { list: HandIn[]; shown: number | null; onShow: (id: number) => void }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Your hand-ins">
      <table class="games hand-ins">
        <thead>
          <tr>
            <th scope="col" class="spare">
              Number
            </th>
            <th scope="col">File</th>
            <th scope="col" class="spare">
              Received
            </th>
            <th scope="col">State</th>
            <th scope="col">Quick grade</th>
            <th scope="col">Report</th>
          </tr>
        </thead>
        <tbody>
          {list.map((each) => (
            <tr key={each.id} data-stage={each.stage}>
              <td class="spare">{each.number}</td>
              <td class="file">{each.file}</td>
              <td class="spare">{when(each.received)}</td>
              <td class="state">{progress(each)}</td>
              <td>{points(each)}</td>
              <td>
                <button type="button" class="link" aria-pressed={each.id === shown} onClick={() => onShow(each.id)}>
                  Show<span class="hidden"> number {each.number}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// The check and the grade of one hand-in, in the words of the command line.
export function Report({ client, handIn }: { client: DeskClient; handIn: HandIn }) {
  const [texts, setTexts] = useState<HandIn | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    client.handIn(handIn.id).then(
      (found) => wanted && setTexts(found),
      (problem: Error) => wanted && setTrouble(problem.message),
    );
    return () => void (wanted = false);
  }, [handIn.id, handIn.stage]);
  if (trouble) return <Notice>{trouble}</Notice>;
  if (!texts) return <p class="quiet">Opening the report…</p>;
  return (
    <div class="desk-report" aria-live="polite">
      <h3>Check of number {handIn.number}</h3>
      {texts.check ? (
        <pre tabIndex={0} role="region" aria-label="Check">
          {texts.check}
        </pre>
      ) : (
        <p class="quiet">It is being checked. That takes seconds, or a minute where programs are slow.</p>
      )}
      {texts.grade && (
        <>
          <h3>Quick grade</h3>
          <pre tabIndex={0} role="region" aria-label="Quick grade">
            {texts.grade}
          </pre>
        </>
      )}
    </div>
  );
}

function PlaceLine({ place }: { place: Place }) {
  return (
    <p class="desk-place">
      <strong>{place.place}</strong> of {place.of}, {counted(place.games, "game")}: {place.wins} won, {place.draws} drawn, {place.losses} lost
      {place.rating !== null && place.error !== null && (
        <span class="quiet">
          {" "}
          rating {ratingText(place.rating)} ± {Math.round(place.error)}
        </span>
      )}
    </p>
  );
}

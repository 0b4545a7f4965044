// The class as its staff see it: everybody's newest hand-in that is not removed, its grade and place;
// pause, grade again, remove.
import { useState } from "preact/hooks";
import { Report } from "./desk";
import { type DeskClient, points, progress, usePolled, when } from "./desk_api";
import { Link } from "./router";
import { Careful, Notice } from "./ui";

export function Staff({ client }: { client: DeskClient }) {
  const { data, error, reload } = usePolled(client.class, "class");
  const [trouble, setTrouble] = useState<string | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  if (!data) return error ? <Notice>{error.message}</Notice> : <p class="loading">Opening the class…</p>;
  const act = (work: Promise<unknown>) => {
    setTrouble(null);
    work.then(reload, (problem: Error) => setTrouble(problem.message));
  };
  const handIns = data.people.flatMap((person) => person.hand_ins);
  const seen = handIns.find((each) => each.id === shown);
  const handedIn = data.people.filter((person) => person.hand_ins.length > 0).length;
  return (
    <>
      {(trouble ?? error) && <Notice>{trouble ?? error?.message}</Notice>}
      {data.trouble && <Notice>The ladder cannot be brought up to date, which is tried again: {data.trouble}</Notice>}
      <section class="card">
        <h2>The class</h2>
        <p aria-live="polite">
          Handed in: {handedIn} of {data.people.length}.{" "}
          {data.paused ? "Grading and the ladder are paused." : "Grading and the ladder run."}
        </p>
        <p class="actions">
          <button type="button" onClick={() => act(client.pause(!data.paused))}>
            {data.paused ? "Go on" : "Pause"}
          </button>
          <Link class="button" href={`/tournament/${data.ledger}`}>
            The ladder
          </Link>
        </p>
        <div class="scroll" tabIndex={0} role="region" aria-label="The class">
          <table class="games people">
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col" class="spare">
                  Hand-in
                </th>
                <th scope="col" class="spare">
                  Received
                </th>
                <th scope="col">State</th>
                <th scope="col">Quick grade</th>
                <th scope="col" class="spare">
                  Place
                </th>
                <th scope="col">Do</th>
              </tr>
            </thead>
            <tbody>
              {data.people.map((person) => {
                const newest = person.hand_ins.find((each) => !each.removed) ?? person.hand_ins[0];
                return (
                  <tr key={person.name}>
                    <th scope="row">
                      {person.name}
                      {person.entrant !== person.name && <small>{person.entrant}</small>}
                    </th>
                    <td class="spare">{newest ? `${newest.number}: ${newest.file}` : "none"}</td>
                    <td class="spare">{newest ? when(newest.received) : ""}</td>
                    <td class="state">
                      {newest ? progress(newest) : ""}
                      {newest?.trouble && <small>: this server could not, and tries again: {newest.trouble}</small>}
                    </td>
                    <td>{newest ? points(newest) : ""}</td>
                    <td class="spare">{person.place ? `${person.place.place} of ${person.place.of}` : ""}</td>
                    <td>
                      {newest && (
                        <div class="actions">
                          <button type="button" aria-pressed={newest.id === shown} onClick={() => setShown(newest.id)}>
                            Report<span class="hidden"> of {person.name}</span>
                          </button>
                          <button type="button" onClick={() => act(client.again(newest.id))}>
                            Grade again<span class="hidden"> {person.name}</span>
                          </button>
                          <Careful sure="Remove it" disabled={newest.removed} onSure={() => act(client.remove(newest.id))}>
                            Remove<span class="hidden"> hand-in of {person.name}</span>
                          </Careful>
                        </div>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </section>
      {seen && (
        <section class="card">
          <h2>
            {seen.person}, {seen.file}
          </h2>
          <Report key={seen.id} client={client} handIn={seen} />
        </section>
      )}
    </>
  );
}

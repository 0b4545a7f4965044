// A game with a friend: the link that gives the other seat away, names, who watches, the rematch.
import { useState } from "preact/hooks";
import type { GameState, Side } from "./api";
import { useStored } from "./hooks";
import { Link } from "./router";
import { Address } from "./ui";

// The address of a game for others, with what they need to be let in.
export const gameLink = (id: string, invite: string | null): string => `/play/${id}${invite ? `?invite=${invite}` : ""}`;

// Whether a seat is still to be given away.
export const waitsForFriend = (game: GameState): boolean => game.state !== "over" && game.players.some((seat) => seat.waits);

const onlyHere = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

// While a seat waits: how to fill it; then how one is called. `onName` tells the server how one wants to be called.
export function Invitation({ game, yours, invite, onName }: {
  game: GameState;
  yours: readonly Side[];
  invite: string | null;
  onName: (name: string) => void;
}) {
  const waits = waitsForFriend(game);
  const [stored, setStored] = useStored("name", "");
  const [name, setName] = useState(stored);
  if (!game.setup.friends || yours.length !== 1) return null;
  return (
    <section class="card invitation">
      {waits && (
        <>
          <h2>Waiting for your friend</h2>
          <p>The first who opens this link has the other seat. After that it shows the game to all who want to watch.</p>
          <Address url={location.origin + gameLink(game.id, invite)} />
          {onlyHere() && (
            <p class="quiet">
              This address leads to your friend only on this machine. For others start the server with <code>--address 0.0.0.0</code> and come by the link
              that it prints.
            </p>
          )}
        </>
      )}
      <form
        class="naming"
        onSubmit={(event) => {
          event.preventDefault();
          setStored(name);
          onName(name);
        }}
      >
        <label class="field">
          <span>Your name</span>
          <input type="text" maxLength={24} autocomplete="nickname" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={name.trim() === (game.players[yours[0]! - 1]?.name ?? "")}>
          Use it
        </button>
      </form>
    </section>
  );
}

// "You are watching. 3 are looking." for who has no seat; how many look on for who has one.
export function Onlookers({ count, players, watching }: { count: number; players: number; watching: boolean }) {
  const others = Math.max(0, count - players);
  if (!watching && others === 0) return null;
  const text = watching ? "You are watching." : "";
  return (
    <p class="onlookers quiet" role="status">
      {[text, others > (watching ? 1 : 0) ? `${others} looking on.` : ""].filter(Boolean).join(" ")}
    </p>
  );
}

export function RematchLink({ id }: { id: string }) {
  return (
    <Link class="button primary" href={`/play/${id}`}>
      To the rematch
    </Link>
  );
}

// The rules of all games, a click away on every page.
import { useRef } from "preact/hooks";
import type { GameInfo } from "./api";
import { Sheet } from "./sheet";

export function RulesSheet({ games }: { games: readonly GameInfo[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => {
    dialog.current?.showModal();
    dialog.current?.scrollTo(0, 0); // from where the focus has put it
  };
  return (
    <>
      <button type="button" class="theme rules" onClick={open}>
        Rules
      </button>
      <Sheet dialog={dialog} name="Rules" kind="rules">
        {games.map((game) => (
          <section key={game.name}>
            <h2>{game.title}</h2>
            {(game.rules_in_full.length > 0 ? game.rules_in_full : [game.rules]).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
        ))}
      </Sheet>
    </>
  );
}

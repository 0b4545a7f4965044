// The games of the server, for every part of the page that shows one.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { GameInfo, Side } from "../api";

export const KnownGames = createContext<readonly GameInfo[]>([]);

// What is known of a game that the server has sent a board of.
export function useGame(name: string): GameInfo {
  const info = useContext(KnownGames).find((game) => game.name === name);
  if (!info) throw new Error(`The server does not know the game ${name}.`);
  return info;
}

// "Player 1", "X": for the start of a sentence or a table.
export const sideName = (info: GameInfo, side: Side): string => {
  const { name } = info.sides[side - 1]!;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

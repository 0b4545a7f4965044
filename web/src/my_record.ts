// How the holder of this browser's key has done on even terms: the server counts its games.
import { useFetched } from "./hooks";
import { counted } from "./ui";

interface Tally {
  game: string;
  opponent: string;
  won: number;
  lost: number;
  drawn: number;
}

// "You won 2 of 5 even games."
export function useRecord(game: string, opponent: string): string {
  const { data } = useFetched<{ tallies: Tally[] }>("/api/tally");
  if (!data) return "\u00a0";
  const { won, lost, drawn } = data.tallies.find((each) => each.game === game && each.opponent === opponent) ?? { won: 0, lost: 0, drawn: 0 };
  const played = won + lost + drawn;
  if (played === 0) return "No even game against this opponent yet.";
  return `You won ${won} of ${counted(played, "even game")}${drawn > 0 ? `, ${drawn} drawn` : ""}.`;
}

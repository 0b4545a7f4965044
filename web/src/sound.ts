// Short sounds of a game, off until they are turned on. Made here: there is nothing to load.
import { useEffect, useRef } from "preact/hooks";
import type { GameState, Side } from "./api";

let audio: AudioContext | null = null;

function tone(frequency: number, at: number, seconds: number) {
  audio ??= new AudioContext();
  const start = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const loudness = audio.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  loudness.gain.setValueAtTime(0.12, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(loudness).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

const play = (notes: readonly number[]) => notes.forEach((note, i) => tone(note, i * 0.11, 0.16));

// Your move, the other's, and the end: up for a win, down for a loss.
export function useSounds(on: boolean, game: GameState | null, yours: readonly Side[]) {
  const moves = useRef<number | null>(null);
  useEffect(() => {
    if (!game) return;
    const before = moves.current;
    moves.current = game.moves.length;
    if (!on || before === null || game.moves.length <= before) return;
    if (game.result) {
      const won = game.result.winner !== 0 && yours.includes(game.result.winner);
      play(won ? [523, 659, 784] : game.result.winner === 0 ? [523, 523] : [440, 349, 262]);
    } else {
      play([yours.includes(game.moves[game.moves.length - 1]!.side) ? 587 : 440]);
    }
  }, [game?.version]);
}

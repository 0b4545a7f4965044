// The key by which the server knows this browser's games: drawn here once, kept here, and sent with
// every request. Who has it can go on with them, so it can be carried to another device.

const place = "key";
const letters = "abcdefghijkmnpqrstuvwxyz23456789"; // 32 that are not mistaken for each other
const length = 26; // 130 bits

let known: string | null = null; // for browsers that forbid storage, and so that it is read once

function draw(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]).join("");
}

function keep(key: string) {
  known = key;
  try {
    localStorage.setItem(place, key);
  } catch {
    // The key then lasts as long as the page.
  }
}

export function playerKey(): string {
  if (known !== null) return known;
  try {
    known = localStorage.getItem(place);
  } catch {
    // Storage is forbidden.
  }
  if (known === null) keep(draw());
  return known!;
}

// Takes a key from another device, with or without the blanks it is shown with; false when it is none.
export function takePlayerKey(text: string): boolean {
  const key = text.toLowerCase().replace(/[\s-]/g, "");
  if (key.length !== length || [...key].some((letter) => !letters.includes(letter))) return false;
  keep(key);
  return true;
}

// In groups, to be read and typed.
export const shownKey = (): string => playerKey().replace(/(.{5})(?=.)/g, "$1-");

// Which module draws which game: the one of its name in this folder, or the plain one.
import type { Looks } from "./looks";
import { looks as plain } from "./plain";

const modules = import.meta.glob<{ looks: Looks }>(["./*.tsx", "!./*_*.tsx", "!./plain.tsx"], { eager: true });

export const looksOf = (game: string): Looks => modules[`./${game}.tsx`]?.looks ?? plain;

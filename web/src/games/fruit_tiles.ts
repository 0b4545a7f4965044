// Which fruit on the new board is which fruit of the old one, so that the drawing can let it fall.

export interface Tile {
  id: number;
  kind: string;
  row: number;
  column: number;
  leaving: boolean; // taken by the last move: drawn once more while it fades
}

let nextId = 1;

const fresh = (rows: string[]): Tile[] =>
  rows.flatMap((text, row) =>
    [...text].flatMap((kind, column) =>
      kind === "*" ? [] : [{ id: nextId++, kind, row, column, leaving: false }],
    ),
  );

// The tiles of `rows`, given those shown before and the cells that the move in between took. Fruits
// never change columns or overtake each other, so the k-th fruit from the bottom of a column that
// was not taken is the k-th fruit from the bottom now. When that does not fit (another position
// altogether), every tile is new.
export function nextTiles(before: Tile[], rows: string[], taken: readonly number[] | null): Tile[] {
  const size = rows.length;
  if (taken === null) return fresh(rows);
  const cells = new Set(taken);
  const standing = before.filter((tile) => !tile.leaving);
  const kept = standing.filter((tile) => !cells.has(tile.row * size + tile.column));
  const leaving = standing
    .filter((tile) => cells.has(tile.row * size + tile.column))
    .map((tile) => ({ ...tile, leaving: true }));

  const tiles: Tile[] = [];
  for (let column = 0; column < size; ++column) {
    const stack = kept.filter((tile) => tile.column === column).sort((a, b) => b.row - a.row);
    let row = size - 1;
    for (const tile of stack) {
      if (rows[row]?.[column] !== tile.kind) return fresh(rows);
      tiles.push({ ...tile, row });
      --row;
    }
    if (row >= 0 && rows[row]?.[column] !== "*") return fresh(rows);
  }
  // The same order in the document every time: a moved node would restart its transition.
  return [...tiles, ...leaving].sort((a, b) => a.id - b.id);
}

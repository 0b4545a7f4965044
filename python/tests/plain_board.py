"""The Fruit Rage in plain Python, as a student writes it: what the package is compared with."""

import random


class PlainBoard:
    def __init__(self, rows):
        self.cells = [list(row) for row in rows]
        self.size = len(rows)

    def groups(self):
        """The cells of every group, by the group's first cell."""
        seen = set()
        found = {}
        for row in range(self.size):
            for column in range(self.size):
                if self.cells[row][column] != "*" and (row, column) not in seen:
                    group = self.group(row, column)
                    seen |= group
                    found[row * self.size + column] = group
        return found

    def group(self, row, column):
        kind = self.cells[row][column]
        group = {(row, column)}
        waiting = [(row, column)]
        while waiting:
            r, c = waiting.pop()
            for r2, c2 in (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1):
                if (0 <= r2 < self.size and 0 <= c2 < self.size and (r2, c2) not in group
                        and self.cells[r2][c2] == kind):
                    group.add((r2, c2))
                    waiting.append((r2, c2))
        return group

    def take(self, group):
        """Takes a group, lets fall what stands above it, returns the gain."""
        for column in {column for _, column in group}:
            rest = [self.cells[row][column] for row in range(self.size)
                    if self.cells[row][column] != "*" and (row, column) not in group]
            for row, cell in enumerate(["*"] * (self.size - len(rest)) + rest):
                self.cells[row][column] = cell
        return len(group) ** 2

    def rows(self):
        return ["".join(row) for row in self.cells]


def play_out(rows, seed):
    """A game at random; the number of moves."""
    generator = random.Random(seed)
    board = PlainBoard(rows)
    played = 0
    while groups := board.groups():
        board.take(generator.choice(list(groups.values())))
        played += 1
    return played

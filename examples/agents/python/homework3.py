"""A small agent for The Fruit Rage: takes the largest group there is.

Reads input.txt, writes output.txt, ends. A starting point: everything but choose() can stay.
"""


def read_input(name):
    """Returns the board as rows of characters ('*' is empty) and the CPU seconds left."""
    with open(name) as file:
        lines = file.read().split()
    size = int(lines[0])
    seconds_left = float(lines[2])  # for the rest of the game, not for this move
    return [list(row) for row in lines[3:3 + size]], seconds_left


def take_group(board, row, column):
    """Takes the group of this cell from the board and returns its size."""
    size = len(board)
    kind = board[row][column]
    board[row][column] = '*'
    waiting = [(row, column)]
    taken = 0
    while waiting:
        r, c = waiting.pop()
        taken += 1
        for r2, c2 in (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1):
            if 0 <= r2 < size and 0 <= c2 < size and board[r2][c2] == kind:
                board[r2][c2] = '*'
                waiting.append((r2, c2))
    return taken


def drop(board):
    """Lets the fruits above holes fall straight down."""
    size = len(board)
    for column in range(size):
        fruits = [board[row][column] for row in range(size) if board[row][column] != '*']
        for row, fruit in enumerate(['*'] * (size - len(fruits)) + fruits):
            board[row][column] = fruit


def choose(board, seconds_left):
    """The agent's whole intelligence: the cell of the largest group."""
    rest = [row[:] for row in board]
    groups = [(take_group(rest, r, c), -r, -c)
              for r in range(len(board)) for c in range(len(board)) if rest[r][c] != '*']
    _, row, column = max(groups)
    return -row, -column


def main():
    board, seconds_left = read_input('input.txt')
    row, column = choose(board, seconds_left)
    take_group(board, row, column)
    drop(board)
    with open('output.txt', 'w') as file:
        file.write(chr(ord('A') + column) + str(row + 1) + '\n')
        for line in board:
            file.write(''.join(line) + '\n')


if __name__ == '__main__':
    main()

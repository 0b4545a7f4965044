"""MINIMAX and ALPHABETA by the assignment; COMPETITION looks one move ahead."""
lines = open('input.txt').read().split('\n')
n, mode, me, depth = int(lines[0]), lines[1].strip(), lines[2].strip(), float(lines[3])
you = 'O' if me == 'X' else 'X'
value = [[int(v) for v in row.split()] for row in lines[4:4 + n]]
board = [list(row.strip()) for row in lines[4 + n:4 + 2 * n]]


def touching(r, c):
    for y, x in (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1):
        if 0 <= y < n and 0 <= x < n:
            yield y, x


def moves(mover):
    free = [(r, c) for r in range(n) for c in range(n) if board[r][c] == '.']
    yield from (('Stake', r, c) for r, c in free)
    for r, c in free:
        if any(board[y][x] == mover for y, x in touching(r, c)):
            yield 'Raid', r, c


def play(kind, r, c, mover):
    """Returns the squares that were turned."""
    board[r][c] = mover
    turned = [] if kind == 'Stake' else [
        (y, x) for y, x in touching(r, c) if board[y][x] not in ('.', mover)]
    for y, x in turned:
        board[y][x] = mover
    return turned


def take_back(r, c, turned, mover):
    board[r][c] = '.'
    for y, x in turned:
        board[y][x] = you if mover == me else me


def score():
    sign = {me: 1, you: -1, '.': 0}
    return sum(sign[board[r][c]] * value[r][c] for r in range(n) for c in range(n))


def search(mover, plies):
    """The best value for `me`, and the first move that reaches it."""
    found = None
    for move in moves(mover) if plies > 0 else ():
        turned = play(*move, mover)
        worth = search(you if mover == me else me, plies - 1)[0]
        take_back(move[1], move[2], turned, mover)
        if found is None or (worth > found[0] if mover == me else worth < found[0]):
            found = worth, move
    return found or (score(), None)


move = search(me, 1 if mode == 'COMPETITION' else int(depth))[1]
play(*move, me)
with open('output.txt', 'w') as out:
    out.write(chr(65 + move[2]) + str(move[1] + 1) + ' ' + move[0] + '\n')
    out.write('\n'.join(''.join(row) for row in board) + '\n')

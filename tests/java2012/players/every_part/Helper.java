package edu.usc.csci561.project2;

class Helper {
    /** The first cell in reading order of the largest group. */
    static int[] largest(int[][] board) {
        int[] best = null;
        int most = 0;
        int[][] rest = GameEngine.getACopyOfTheBoard(board);
        for (int row = 0; row < Player.rows; ++row)
            for (int column = 0; column < Player.columns; ++column) {
                if (rest[row][column] == -1) continue;
                int size = count(rest, row, column, rest[row][column]);
                if (size <= most) continue;
                most = size;
                best = new int[] {row, column};
            }
        return best;
    }

    private static int count(int[][] board, int row, int column, int kind) {
        if (row < 0 || column < 0 || row >= board.length || column >= board[0].length) return 0;
        if (board[row][column] != kind) return 0;
        board[row][column] = -1;
        return 1 + count(board, row - 1, column, kind) + count(board, row + 1, column, kind)
            + count(board, row, column - 1, kind) + count(board, row, column + 1, kind);
    }
}

package edu.usc.csci561.project2;

class Mischief {
    static int[] firstFruit(int[][] board) {
        for (int row = 0; row < board.length; ++row)
            for (int column = 0; column < board[row].length; ++column)
                if (board[row][column] != -1) return new int[] {row, column};
        throw new AssertionError();
    }

    /** Uses that much CPU time of the calling thread. */
    static void burn(long nanoseconds) {
        long end = Player.getCpuTime() + nanoseconds;
        while (Player.getCpuTime() < end) {
        }
    }
}

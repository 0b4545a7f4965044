package edu.usc.csci561.project2;

// Picks the first fruit that it finds.
public class FirstPlayer extends Player {
    public int[] findMove(int[][] board, long urTime, long opTime) {
        for (int row = 0; row < board.length; ++row)
            for (int column = 0; column < board[row].length; ++column)
                if (board[row][column] >= 0) return new int[] {row, column};
        return new int[] {0, 0};
    }
}

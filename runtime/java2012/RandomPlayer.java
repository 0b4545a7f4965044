package edu.usc.csci561.project2;

import java.util.Random;

/** Picks one of the fruits on the board, each with the same chance. */
public class RandomPlayer extends Player {
    private final Random random = new Random();

    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        int fruits = 0;
        for (int[] row : board)
            for (int kind : row)
                if (kind != -1) ++fruits;
        int rest = random.nextInt(fruits);
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                if (board[row][column] != -1 && rest-- == 0) return new int[] {row, column};
        throw new AssertionError("a board without fruits");
    }
}

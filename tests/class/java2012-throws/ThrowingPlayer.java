package edu.usc.csci561.project2;

// Does not get far.
public class ThrowingPlayer extends Player {
    public int[] findMove(int[][] board, long urTime, long opTime) {
        return new int[] {board[board.length][0], 0};
    }
}

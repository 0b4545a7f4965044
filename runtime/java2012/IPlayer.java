package edu.usc.csci561.project2;

/** What the engine asks of a player. */
public interface IPlayer {
    /**
     * @param board  a copy of the board, board[row][column]: a kind from 0 on, -1 where it is empty
     * @param urTime nanoseconds left on your bank; negative when it is used up
     * @param opTime the same of your opponent
     * @return {row, column} of a fruit; an empty cell is a pass
     */
    int[] findMove(int[][] board, long urTime, long opTime);
}

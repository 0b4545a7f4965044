package edu.usc.csci561.project2;

/** Uses half a second for every move, in the thread that is charged. */
public class BurningPlayer extends Player {
    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        Mischief.burn(500_000_000L);
        return Mischief.firstFruit(board);
    }
}

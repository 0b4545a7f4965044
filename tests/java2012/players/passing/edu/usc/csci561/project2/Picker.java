package edu.usc.csci561.project2;

/* 'class SomebodyPlayer extends Player' in a comment is no class. */
abstract class Picker extends edu.usc.csci561.project2.Player {
    protected abstract int pick(int number);

    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        return new int[] {pick(rows), pick(columns)};
    }
}

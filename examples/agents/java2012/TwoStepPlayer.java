package edu.usc.csci561.project2;

/**
 * A player of 2012 to start from: of the largest groups, the one that gains most over the best
 * answer to it. Looks at fewer of them as its time runs out.
 */
public class TwoStepPlayer extends Player {
    private static final int MOST_TRIED = 40;
    private int moves;

    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        int movesLeft = Math.max(20, rows * columns / 8 - ++moves);
        long until = getCpuTime() + urTime / movesLeft;
        Groups.Group best = null;
        int bestValue = Integer.MIN_VALUE;
        int tried = 0;
        for (Groups.Group group : Groups.of(board)) {
            if (best != null && (++tried > MOST_TRIED || getCpuTime() >= until)) break;
            int[][] after = GameEngine.getACopyOfTheBoard(board);
            Groups.take(after, group);
            int answer = GameEngine.getSum(after) == -rows * columns ? 0 : Groups.of(after).get(0).size;
            int value = group.size * group.size - answer * answer;
            if (value <= bestValue) continue;
            bestValue = value;
            best = group;
        }
        return new int[] {best.row, best.column};
    }
}

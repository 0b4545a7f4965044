package edu.usc.csci561.project2;

/** Takes the largest group there is, the first one in reading order among equals. Out of time it
 * plays as RandomPlayer. */
public class GreedyPlayer extends Player {
    private final RandomPlayer random = new RandomPlayer();

    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        if (urTime <= 0) return random.findMove(board, urTime, opTime);
        int[][] untried = GameEngine.getACopyOfTheBoard(board);
        int[] best = {0, 0};
        int most = 0;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                int size = GameBoard.take(untried, row, column);
                if (size <= most) continue;
                most = size;
                best = new int[] {row, column};
            }
        return best;
    }
}

package edu.usc.csci561.project2;

/** A fault at every move but the first and the ninth; then it ends its JVM. */
public class MischiefPlayer extends Player {
    private int moves;

    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        switch (++moves) {
            case 2:
                throw new IllegalStateException("on purpose");
            case 3:
                return null;
            case 4:
                return new int[] {99, 0};
            case 5:
                return new int[] {-1, 0};
            case 6:
                return new int[] {1};
            case 7:
                return findMoveForEver(1);
            case 8:
                return new int[] {(int) new long[Integer.MAX_VALUE][16][16].length, 0};
            case 10:
                System.err.println("leaving");
                System.exit(3);
                break;
            default:
                break;
        }
        return Mischief.firstFruit(board);
    }

    private int[] findMoveForEver(int depth) {
        return findMoveForEver(depth + 1);
    }
}

package edu.usc.csci561.project2;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The numbers of the edition, and what the course's engine offers to players. Games are played by
 * zerosum engine2012. */
public class GameEngine {
    static final int ROWS = 32;
    static final int COLUMNS = 32;
    static final int NUM_OF_COLORS = 5;
    static final long TIME_LIMIT = 10_000_000_000L;
    /** Added to the points for each whole millisecond over the limit. */
    static final int PENALTY_FOR_MILI_SEC = -400;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public static int[][] getACopyOfTheBoard(int[][] board) {
        int[][] copy = board.clone();
        for (int row = 0; row < copy.length; ++row) copy[row] = board[row].clone();
        return copy;
    }

    /** Of all cells; minus their number when the board is empty. */
    public static int getSum(int[][] board) {
        int sum = 0;
        for (int[] row : board)
            for (int kind : row) sum += kind;
        return sum;
    }

    /** Nanoseconds of CPU time of the calling thread: user and system time. */
    public static long getCpuTime() {
        return THREADS.getCurrentThreadCpuTime();
    }

    public static long getUserTime() {
        return THREADS.getCurrentThreadUserTime();
    }

    public static long getSystemTime() {
        return getCpuTime() - getUserTime();
    }
}

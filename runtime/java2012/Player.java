package edu.usc.csci561.project2;

/**
 * Extend this class, with a public constructor without arguments. One object plays one game, so
 * what it keeps between moves is there for the next one.
 */
public abstract class Player implements IPlayer {
    static int rows;
    static int columns;
    static int numOfColor;

    @Override
    public abstract int[] findMove(int[][] board, long urTime, long opTime);

    /** Nanoseconds of CPU time of the calling thread: user and system time. */
    public static long getCpuTime() {
        return GameEngine.getCpuTime();
    }

    public static long getUserTime() {
        return GameEngine.getUserTime();
    }

    public static long getSystemTime() {
        return GameEngine.getSystemTime();
    }
}

package edu.usc.csci561.project2;

/** Lets two other threads use two seconds of CPU time for its first move. */
public class ThreadsPlayer extends Player {
    private boolean burnt;

    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        Thread[] threads = new Thread[burnt ? 0 : 2];
        burnt = true;
        for (int i = 0; i < threads.length; ++i) {
            threads[i] = new Thread() {
                @Override
                public void run() {
                    Mischief.burn(1_000_000_000L);
                }
            };
            threads[i].start();
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException ignored) {
                return null;
            }
        }
        return Mischief.firstFruit(board);
    }
}

package edu.usc.csci561.project2;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** Uses two seconds and then answers in the host's name that it was a nanosecond. */
public class LyingPlayer extends Player {
    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        Mischief.burn(2_000_000_000L);
        int[] cell = Mischief.firstFruit(board);
        try {
            String answer = "answer 1 " + cell[0] + " " + cell[1] + "\n";
            new FileOutputStream(FileDescriptor.out).write(answer.getBytes("US-ASCII"));
            Thread.sleep(Long.MAX_VALUE);
        } catch (IOException | InterruptedException ignored) {
            return null;
        }
        return cell;
    }
}

package edu.usc.csci561.project2;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;

/**
 * Plays one game with one player, asked in lines on standard input and answering in lines on
 * standard output (src/players/java2012/java_player.h). What the player prints goes to standard
 * error, which the record of a failed game shows.
 *
 *   game ROWS COLUMNS KINDS         began            | began WHAT IS WRONG
 *   move NANOS NANOS BOARD          answer NANOS ROW COLUMN | answer NANOS none WHAT IS WRONG
 *
 * The rows of a BOARD are joined by /, a digit per fruit and * where it is empty. A move names the time
 * that the player and its opponent have left, an answer the CPU time of this thread in findMove.
 */
final class PlayerHost {
    private final PrintStream answers;
    private final String className;
    private Player player;

    private PlayerHost(PrintStream answers, String className) {
        this.answers = answers;
        this.className = className;
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, "US-ASCII"));
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        GameEngine.getCpuTime();
        PlayerHost host = new PlayerHost(answers, arguments[0]);
        for (String line = questions.readLine(); line != null; line = questions.readLine())
            host.obey(line.split(" "));
        // Threads of the player's own must not keep it up.
        Runtime.getRuntime().halt(0);
    }

    private void obey(String[] words) {
        if (words[0].equals("game")) begin(words);
        if (words[0].equals("move")) move(words);
    }

    private void begin(String[] words) {
        Player.rows = Integer.parseInt(words[1]);
        Player.columns = Integer.parseInt(words[2]);
        Player.numOfColor = Integer.parseInt(words[3]);
        try {
            player = (Player) Class.forName(className).getDeclaredConstructor().newInstance();
            say("began");
        } catch (Throwable thrown) {
            Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
            cause.printStackTrace();
            say("began its constructor threw " + cause + firstPlace(cause));
        }
    }

    private void move(String[] words) {
        int[][] board = parse(words[3]);
        long own = Long.parseLong(words[1]);
        long other = Long.parseLong(words[2]);
        int[] cell = null;
        Throwable thrown = null;
        long began = GameEngine.getCpuTime();
        try {
            cell = player.findMove(board, own, other);
        } catch (Throwable anything) {
            thrown = anything;
        }
        long spent = GameEngine.getCpuTime() - began;
        if (thrown != null) {
            say("answer " + spent + " none findMove threw " + thrown + firstPlace(thrown));
        } else if (cell == null || cell.length < 2) {
            say("answer " + spent + " none findMove returned "
                + (cell == null ? "null" : "an array of " + cell.length) + ", expected {row, column}");
        } else {
            say("answer " + spent + " " + cell[0] + " " + cell[1]);
        }
    }

    private static String firstPlace(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length == 0 ? "" : " at " + trace[0];
    }

    private static int[][] parse(String text) {
        String[] lines = text.split("/");
        int[][] board = new int[lines.length][lines[0].length()];
        for (int row = 0; row < lines.length; ++row)
            for (int column = 0; column < lines[row].length(); ++column) {
                char mark = lines[row].charAt(column);
                board[row][column] = mark == '*' ? -1 : mark - '0';
            }
        return board;
    }

    private void say(String line) {
        answers.println(line.replace('\n', ' ').replace('\r', ' '));
        answers.flush();
    }
}

// A small agent for The Fruit Rage: takes the largest group there is.
//
// Reads input.txt, writes output.txt, ends. Build: javac homework.java. Run: java homework
// A starting point: everything but choose() can stay as it is.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

public class homework {
    public static void main(String[] arguments) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("input.txt"));
        int size = Integer.parseInt(lines.get(0).trim());
        double secondsLeft = Double.parseDouble(lines.get(2).trim());  // for the rest of the game
        char[][] board = new char[size][];
        for (int row = 0; row < size; row++) board[row] = lines.get(3 + row).trim().toCharArray();

        int[] move = choose(board, secondsLeft);
        takeGroup(board, move[0], move[1]);
        drop(board);
        StringBuilder answer = new StringBuilder();
        answer.append((char) ('A' + move[1])).append(move[0] + 1).append('\n');
        for (char[] row : board) answer.append(row).append('\n');
        Files.writeString(Path.of("output.txt"), answer);
    }

    // The agent's whole intelligence: the row and column of the largest group.
    static int[] choose(char[][] board, double secondsLeft) {
        char[][] rest = new char[board.length][];
        for (int row = 0; row < board.length; row++) rest[row] = board[row].clone();
        int[] best = null;
        int most = 0;
        for (int row = 0; row < board.length; row++) {
            for (int column = 0; column < board.length; column++) {
                if (rest[row][column] == '*') continue;
                int taken = takeGroup(rest, row, column);
                if (taken > most) {
                    most = taken;
                    best = new int[] {row, column};
                }
            }
        }
        return best;
    }

    // Takes the group of this cell from the board and returns its size.
    static int takeGroup(char[][] board, int row, int column) {
        char kind = board[row][column];
        board[row][column] = '*';
        ArrayDeque<int[]> waiting = new ArrayDeque<>();
        waiting.add(new int[] {row, column});
        int taken = 0;
        int[][] steps = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        while (!waiting.isEmpty()) {
            int[] cell = waiting.poll();
            taken++;
            for (int[] step : steps) {
                int r = cell[0] + step[0];
                int c = cell[1] + step[1];
                if (r < 0 || r >= board.length || c < 0 || c >= board.length) continue;
                if (board[r][c] != kind) continue;
                board[r][c] = '*';
                waiting.add(new int[] {r, c});
            }
        }
        return taken;
    }

    // Lets the fruits above holes fall straight down.
    static void drop(char[][] board) {
        for (int column = 0; column < board.length; column++) {
            int floor = board.length - 1;
            for (int row = board.length - 1; row >= 0; row--) {
                char fruit = board[row][column];
                if (fruit == '*') continue;
                board[row][column] = '*';
                board[floor--][column] = fruit;
            }
        }
    }
}

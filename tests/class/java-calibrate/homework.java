import java.io.*;
import java.nio.file.*;
import java.util.*;

public class homework {
    public static void main(String[] arguments) throws IOException {
        List<String> lines = Files.readAllLines(Paths.get("input.txt"));
        Integer.parseInt(new String(Files.readAllBytes(Paths.get("calibration.txt"))));
        int n = Integer.parseInt(lines.get(0).trim());
        char[][] board = new char[n][];
        for (int y = 0; y < n; y++) board[y] = lines.get(3 + y).trim().toCharArray();
        int r = 0, c = 0;
        while (board[r][c] == '*')
            if (++c == n) { c = 0; r++; }
        take(board, r, c, board[r][c]);
        for (int x = 0; x < n; x++)
            for (int y = n - 1, to = n - 1; y >= 0; y--)
                if (board[y][x] != '*') {
                    char fruit = board[y][x];
                    board[y][x] = '*';
                    board[to--][x] = fruit;
                }
        StringBuilder answer = new StringBuilder().append((char) ('A' + c)).append(r + 1).append('\n');
        for (char[] row : board) answer.append(row).append('\n');
        Files.write(Paths.get("output.txt"), answer.toString().getBytes());
    }

    static void take(char[][] board, int y, int x, char kind) {
        if (y < 0 || x < 0 || y >= board.length || x >= board.length || board[y][x] != kind) return;
        board[y][x] = '*';
        take(board, y - 1, x, kind);
        take(board, y + 1, x, kind);
        take(board, y, x - 1, kind);
        take(board, y, x + 1, kind);
    }
}

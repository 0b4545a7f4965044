package edu.usc.csci561.project2;

import java.util.ArrayDeque;
import java.util.Random;

/** A board with the rules, for players who want to try moves out. */
public class GameBoard {
    private final int[][] board;
    private final int rows;
    private final int columns;
    private final int numOfColors;
    private final int outputMode;

    /** A full board of random fruits. outputMode: 0 prints nothing, 1 the board after each move, 2
     * also the board with its holes before the fruits fall. */
    public GameBoard(int rows, int columns, int numOfColors, int outputMode) {
        this.rows = rows;
        this.columns = columns;
        this.numOfColors = numOfColors;
        this.outputMode = outputMode;
        board = new int[rows][columns];
        Random random = new Random();
        for (int[] row : board)
            for (int column = 0; column < columns; ++column)
                row[column] = random.nextInt(numOfColors);
        if (outputMode != 0) System.out.println(this);
    }

    public int[][] getBoard() {
        return board;
    }

    public int getNumOfRows() {
        return rows;
    }

    public int getNumOfColumns() {
        return columns;
    }

    public int getNumOfColors() {
        return numOfColors;
    }

    public int getColorOf(int row, int column) {
        return board[row][column];
    }

    /** Takes the group of a cell and lets the fruits above it fall. Returns the size of the group: 0
     * for an empty cell. */
    public int move(int row, int column, String playerName) {
        int taken = take(board, row, column);
        if (outputMode != 0)
            System.out.println("player:" + playerName + "  chose cell (" + row + "," + column + ")");
        if (outputMode == 2) {
            System.out.println(this);
            System.out.println("v".repeat(34));
        }
        letFall(board);
        if (outputMode != 0) System.out.println(this);
        return taken;
    }

    /** Empties the group of a cell and returns its size. */
    static int take(int[][] board, int row, int column) {
        int kind = board[row][column];
        if (kind == -1) return 0;
        int width = board[0].length;
        int taken = 0;
        ArrayDeque<Integer> open = new ArrayDeque<>();
        board[row][column] = -1;
        open.add(row * width + column);
        while (!open.isEmpty()) {
            int cell = open.poll();
            ++taken;
            for (int direction = 0; direction < 4; ++direction) {
                int r = cell / width + (direction == 0 ? -1 : direction == 1 ? 1 : 0);
                int c = cell % width + (direction == 2 ? -1 : direction == 3 ? 1 : 0);
                if (r < 0 || c < 0 || r >= board.length || c >= width || board[r][c] != kind) continue;
                board[r][c] = -1;
                open.add(r * width + c);
            }
        }
        return taken;
    }

    static void letFall(int[][] board) {
        for (int column = 0; column < board[0].length; ++column) {
            int floor = board.length - 1;
            for (int row = board.length - 1; row >= 0; --row) {
                int kind = board[row][column];
                if (kind == -1) continue;
                board[row][column] = -1;
                board[floor--][column] = kind;
            }
        }
    }

    @Override
    public String toString() {
        String edge = "--".repeat(columns + 2);
        StringBuilder text = new StringBuilder(edge).append('\n');
        for (int[] row : board) {
            text.append('|');
            for (int kind : row) text.append(kind == -1 ? "*" : Integer.toString(kind)).append('|');
            text.append('\n');
        }
        return text.append(edge).toString();
    }
}

package edu.usc.csci561.project2;

import java.util.ArrayList;
import java.util.List;

/** The groups of a board, and the board after a move. */
class Groups {
    static class Group {
        final int row;
        final int column;
        final int size;

        Group(int row, int column, int size) {
            this.row = row;
            this.column = column;
            this.size = size;
        }
    }

    /** The largest first. */
    static List<Group> of(int[][] board) {
        List<Group> groups = new ArrayList<>();
        int[][] rest = GameEngine.getACopyOfTheBoard(board);
        for (int row = 0; row < rest.length; ++row)
            for (int column = 0; column < rest[row].length; ++column)
                if (rest[row][column] != -1)
                    groups.add(new Group(row, column, remove(rest, row, column, rest[row][column])));
        groups.sort((a, b) -> b.size - a.size);
        return groups;
    }

    /** Removes a group and lets the fruits above it fall. */
    static void take(int[][] board, Group group) {
        remove(board, group.row, group.column, board[group.row][group.column]);
        for (int column = 0; column < board[0].length; ++column) {
            int floor = board.length - 1;
            for (int row = floor; row >= 0; --row) {
                int kind = board[row][column];
                board[row][column] = -1;
                if (kind != -1) board[floor--][column] = kind;
            }
        }
    }

    private static int remove(int[][] board, int row, int column, int kind) {
        if (row < 0 || column < 0 || row >= board.length || column >= board[0].length) return 0;
        if (board[row][column] != kind) return 0;
        board[row][column] = -1;
        return 1 + remove(board, row - 1, column, kind) + remove(board, row + 1, column, kind)
            + remove(board, row, column - 1, kind) + remove(board, row, column + 1, kind);
    }
}

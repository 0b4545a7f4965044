package edu.usc.csci561.project2;

/** Uses everything that the package offers, checks it, and plays the largest group by Helper's count. */
public class EveryPartPlayer extends Player {
    private int moves;
    private int[][] before;

    public EveryPartPlayer() {
        check(rows > 0 && columns == rows && numOfColor > 0, "the board is known before the first move");
    }

    @Override
    public int[] findMove(int[][] board, long urTime, long opTime) {
        ++moves;
        IPlayer self = this;
        check(self == this && board.length == rows && board[0].length == columns, "the board's size");
        check(urTime <= GameEngine.TIME_LIMIT && opTime <= GameEngine.TIME_LIMIT, "nanoseconds left");
        check(moves == 1 || GameEngine.getSum(before) > GameEngine.getSum(board), "fruits were taken");
        check(moves > 1 || GameEngine.getSum(board) > -rows * columns, "fruits are left");
        before = GameEngine.getACopyOfTheBoard(board);
        check(before != board && before[0] != board[0], "a copy is a copy");
        check(getCpuTime() >= 0 && getUserTime() >= 0 && getSystemTime() >= -20_000_000L, "clocks");
        check(GameEngine.getCpuTime() >= getUserTime() - 20_000_000L, "one clock");
        check(GameEngine.getUserTime() >= 0 && GameEngine.getSystemTime() >= -20_000_000L, "clocks");
        if (moves == 1) {
            checkNumbers();
            checkBoard();
        }
        System.out.println("move " + moves);
        int[] cell = Helper.largest(board);
        board[0][0] = 7; // the board is the player's own
        return cell;
    }

    private static void checkNumbers() {
        check(GameEngine.ROWS == 32 && GameEngine.COLUMNS == 32, "the edition's board");
        check(GameEngine.NUM_OF_COLORS == 5, "the edition's kinds");
        check(GameEngine.TIME_LIMIT == 10_000_000_000L, "the edition's bank");
        check(GameEngine.PENALTY_FOR_MILI_SEC == -400, "the edition's penalty");
    }

    private static void checkBoard() {
        GameBoard board = new GameBoard(4, 3, 1, 0);
        check(board.getNumOfRows() == 4 && board.getNumOfColumns() == 3, "the sides of a board");
        check(board.getNumOfColors() == 1 && board.getColorOf(3, 2) == 0, "its kinds");
        check(GameEngine.getSum(board.getBoard()) == 0, "its fruits");
        board.getBoard()[0][1] = 1;
        board.getBoard()[1][1] = 1;
        check(board.move(0, 1, "me") == 2, "the fruits that a move takes");
        check(board.move(0, 1, "me") == 0, "an empty cell brings nothing");
        check(board.move(0, 0, "me") == 10, "a winding group");
        check(GameEngine.getSum(board.getBoard()) == -12, "an empty board");
        check(board.toString().contains("|*|*|*|"), "a board in words");
        board = new GameBoard(3, 1, 1, 2);
        board.getBoard()[1][0] = 1;
        check(board.move(1, 0, "me") == 1, "one fruit");
        check(board.getColorOf(0, 0) == -1 && board.getColorOf(1, 0) == 0, "what is above falls");
    }

    static void check(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }
}

// A small agent for The Fruit Rage: takes the largest group there is.
//
// Reads input.txt, writes output.txt, ends. Build: g++ -O2 -o homework homework.cpp
// A starting point: everything but choose() can stay as it is.

#include <fstream>
#include <string>
#include <utility>
#include <vector>

using Board = std::vector<std::string>;  // board[row][column]; '*' is an empty cell
using Cell = std::pair<int, int>;        // row, column

struct Task {
    int size = 0;
    int kinds = 0;
    double seconds_left = 0;  // CPU time for the rest of the game, not for this move
    Board board;
};

Task read_input(const std::string& name) {
    Task task;
    std::ifstream file(name);
    file >> task.size >> task.kinds >> task.seconds_left;
    task.board.resize(static_cast<std::size_t>(task.size));
    for (std::string& row : task.board) file >> row;
    return task;
}

// All cells of the group that a cell belongs to. Takes the group from `board`.
std::vector<Cell> take_group(Board& board, Cell start) {
    const int size = static_cast<int>(board.size());
    const char kind = board[start.first][start.second];
    std::vector<Cell> group{start};
    board[start.first][start.second] = '*';
    for (std::size_t i = 0; i < group.size(); ++i) {
        const Cell here = group[i];
        for (const Cell step : {Cell{-1, 0}, Cell{1, 0}, Cell{0, -1}, Cell{0, 1}}) {
            const int row = here.first + step.first;
            const int column = here.second + step.second;
            if (row < 0 || row >= size || column < 0 || column >= size) continue;
            if (board[row][column] != kind) continue;
            board[row][column] = '*';
            group.push_back({row, column});
        }
    }
    return group;
}

// Lets the fruits above holes fall straight down.
void drop(Board& board) {
    const int size = static_cast<int>(board.size());
    for (int column = 0; column < size; ++column) {
        int floor = size - 1;
        for (int row = size - 1; row >= 0; --row)
            if (board[row][column] != '*') std::swap(board[row][column], board[floor--][column]);
    }
}

// The agent's whole intelligence. A better one searches the answers to its move, and spends
// task.seconds_left with care.
Cell choose(const Task& task) {
    Board rest = task.board;
    Cell best{-1, -1};
    std::size_t most = 0;
    for (int row = 0; row < task.size; ++row)
        for (int column = 0; column < task.size; ++column) {
            if (rest[row][column] == '*') continue;
            const std::size_t taken = take_group(rest, {row, column}).size();
            if (taken > most) {
                most = taken;
                best = {row, column};
            }
        }
    return best;
}

int main() {
    const Task task = read_input("input.txt");
    const Cell move = choose(task);
    Board board = task.board;
    take_group(board, move);
    drop(board);
    std::ofstream file("output.txt");
    file << static_cast<char>('A' + move.second) << move.first + 1 << '\n';
    for (const std::string& row : board) file << row << '\n';
}

// fails_at_random SEED CHANCE: a sound fruit player that, at CHANCE in 100 of its moves, does one
// of many wrong things instead. What it does is drawn from the seed and the board, and told on
// standard error ("fault: sleeps") before it is done, so that the judge of the judge knows what to
// expect. With a chance of 0 it is the sound opponent.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "burner.h"

namespace {

using Board = std::vector<std::string>;

Board read_board(const char* path) {
    char line[64];
    Board rows;
    FILE* file = fopen(path, "r");
    if (file == nullptr) exit(9);
    for (int number = 0; fgets(line, sizeof line, file) != nullptr; ++number) {
        line[strcspn(line, "\r\n")] = '\0';
        if (number >= 3) rows.emplace_back(line);
    }
    fclose(file);
    return rows;
}

void take(Board& board, int row, int column, char kind) {
    const int side = static_cast<int>(board.size());
    if (row < 0 || column < 0 || row >= side || column >= side) return;
    char& cell = board[static_cast<size_t>(row)][static_cast<size_t>(column)];
    if (cell != kind) return;
    cell = '*';
    take(board, row - 1, column, kind);
    take(board, row + 1, column, kind);
    take(board, row, column - 1, kind);
    take(board, row, column + 1, kind);
}

void fall(Board& board) {
    for (size_t column = 0; column < board.size(); ++column) {
        size_t floor = board.size();
        for (size_t row = board.size(); row-- > 0;) {
            const char fruit = board[row][column];
            if (fruit == '*') continue;
            board[row][column] = '*';
            board[--floor][column] = fruit;
        }
    }
}

// FNV-1a with a last mixing step.
uint64_t hash(const Board& board, uint64_t seed) {
    uint64_t h = 14695981039346656037ULL ^ seed;
    for (const std::string& row : board)
        for (const char c : row) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    h ^= h >> 33U;
    h *= 0xff51afd7ed558ccdULL;
    return h ^ (h >> 33U);
}

void write_file(const char* path, const std::string& text) {
    FILE* file = fopen(path, "w");
    if (file == nullptr) exit(9);
    fwrite(text.data(), 1, text.size(), file);
    fclose(file);
}

std::string answer_text(const std::string& move, const Board& board) {
    std::string text = move + "\n";
    for (const std::string& row : board) text += row + "\n";
    return text;
}

void leave_daemon() {
    if (fork() != 0) return;
    setsid();
    for (;;) pause();
}

void start_too_many() {
    for (int i = 0; i < 200; ++i)
        if (fork() == 0)
            for (;;) pause();
    for (;;) pause();
}

void hoard() {
    for (;;) {
        char* block = static_cast<char*>(malloc(1U << 20U));
        if (block == nullptr) abort();
        memset(block, 1, 1U << 20U);
    }
}

void flood() {
    const std::string line(4096, 'x');
    for (;;)
        if (write(STDOUT_FILENO, line.data(), line.size()) < 0) exit(9);
}

// A fault and how often it is drawn: what takes long is rare.
struct Fault {
    const char* name;
    unsigned weight;
};
constexpr Fault kFaults[] = {
    {"silent", 8},      {"exits", 8},   {"segfaults", 8},   {"aborts", 8},     {"illegal", 8},
    {"wrong-board", 8}, {"garbage", 8}, {"empty", 8},       {"link", 8},       {"directory", 8},
    {"pipe", 8},        {"daemon", 8},  {"late-daemon", 8}, {"large-file", 4}, {"floods", 4},
    {"hoards", 3},      {"forks", 3},   {"burns", 1},       {"sleeps", 1},
};

const char* draw(uint64_t random) {
    unsigned total = 0;
    for (const Fault& fault : kFaults) total += fault.weight;
    unsigned left = static_cast<unsigned>(random % total);
    for (const Fault& fault : kFaults) {
        if (left < fault.weight) return fault.name;
        left -= fault.weight;
    }
    return kFaults[0].name;
}

void misbehave(const std::string& fault, const Board& before, const std::string& move,
               Board after) {
    fprintf(stderr, "fault: %s\n", fault.c_str());
    if (fault == "silent") return;
    if (fault == "exits") exit(3);
    if (fault == "segfaults") raise(SIGSEGV);
    if (fault == "aborts") abort();
    if (fault == "illegal") write_file("output.txt", answer_text("Z99", before));
    if (fault == "wrong-board") {
        after[0][0] = after[0][0] == '*' ? '0' : '*';
        write_file("output.txt", answer_text(move, after));
    }
    if (fault == "garbage") write_file("output.txt", "I resign.\n\x01\x02\xff\n");
    if (fault == "empty") write_file("output.txt", "");
    if (fault == "link" && symlink("/etc/passwd", "output.txt") != 0) exit(9);
    if (fault == "directory" && mkdir("output.txt", 0755) != 0) exit(9);
    if (fault == "pipe" && mkfifo("output.txt", 0644) != 0) exit(9);
    if (fault == "daemon") leave_daemon();
    if (fault == "late-daemon" && fork() == 0) {  // writes its answer when the move is over
        setsid();
        sleep(1);
        write_file("output.txt", answer_text(move, after));
    }
    if (fault == "large-file") write_file("large", std::string(size_t{12} << 20U, 'x'));
    if (fault == "floods") flood();
    if (fault == "hoards") hoard();
    if (fault == "forks") start_too_many();
    if (fault == "burns") {
        burn(1.5);
        write_file("output.txt", answer_text(move, after));
    }
    if (fault == "sleeps")
        for (;;) pause();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 9;
    unlink("large");  // of an earlier fault: it would be over the limit for ever
    const Board board = read_board("input.txt");
    const uint64_t random = hash(board, strtoull(argv[1], nullptr, 10));
    std::vector<std::pair<int, int>> fruits;
    const int side = static_cast<int>(board.size());
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
            if (board[static_cast<size_t>(row)][static_cast<size_t>(column)] != '*')
                fruits.emplace_back(row, column);
    const auto [row, column] = fruits[(random >> 8U) % fruits.size()];
    Board after = board;
    take(after, row, column, board[static_cast<size_t>(row)][static_cast<size_t>(column)]);
    fall(after);
    const std::string move = static_cast<char>('A' + column) + std::to_string(row + 1);

    if ((random >> 16U) % 100 < strtoull(argv[2], nullptr, 10)) {
        misbehave(draw(random >> 32U), board, move, after);
        return 0;
    }
    write_file("output.txt", answer_text(move, after));
    return 0;
}

#include "search/raid/fixed_depth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "games/raid/files.h"
#include "games/raid/notation.h"
#include "search/raid/gains.h"
#include "search/raid/graph.h"
#include "support/raid_boards.h"

namespace zerosum::raid {
namespace {

// From an input file to the output file, as `homework` does it.
std::string answer(const std::string& input) {
    const auto task = read_input(input);
    if (!task) return task.error().message;
    return write_output(task->position, fixed_depth_move(task->position, task->fixed_depth));
}

int lead_of_mover(const raid_oracle::Board& board) {
    return board.sum(board.mover) - board.sum(raid_oracle::enemy_of(board.mover));
}

// The answer and its value are the oracle's, whichever of the two modes asks.
void expect_oracles_answer(const Position& position, int depth, bool prune) {
    SCOPED_TRACE(line(position) + " depth " + std::to_string(depth));
    const raid_oracle::Board board = tests::oracle_board(position);
    const raid_oracle::Answer expected = raid_oracle::fixed_depth(board, depth, prune);
    const std::string output = raid_oracle::output_file(board, expected.move);
    for (const char* mode : {"MINIMAX", "ALPHABETA"})
        ASSERT_EQ(answer(raid_oracle::input_file(board, mode, std::to_string(depth))), output);
    ASSERT_EQ(search_fixed_depth(position, depth).value, expected.value - lead_of_mover(board));
}

TEST(RaidFixedDepth, TheCoursesSamplesHold) {
    for (const char* mode : {"MINIMAX", "ALPHABETA"}) {
        EXPECT_EQ(
            answer(fmt::format("3\n{}\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n", mode)),
            "B3 Stake\nX..\n...\n.O.\n");
        EXPECT_EQ(answer(fmt::format("5\n{}\nX\n1\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n"
                                     "20 12 10 6 2\n25 30 23 21 10\n..XX.\n..XOX\n...O.\n"
                                     "..OO.\n.....\n",
                                     mode)),
                  "B3 Stake\n..XX.\n..XOX\n.X.O.\n..OO.\n.....\n");
    }
}

TEST(RaidFixedDepth, AStakeIsAnsweredWhereARaidIsNotBetter) {
    // B2 turns nothing as a Raid, so the Stake on it comes first.
    EXPECT_EQ(answer("2\nMINIMAX\nX\n1\n1 1\n1 9\n.X\n..\n"), "B2 Stake\n.X\n.X\n");
    // The last square of the board: the Raid turns A1 and is better.
    EXPECT_EQ(answer("2\nMINIMAX\nX\n3\n1 1\n1 9\nOX\nX.\n"), "B2 Stake\nOX\nXX\n");
    EXPECT_EQ(answer("2\nMINIMAX\nX\n3\n1 1\n1 9\nOX\n.X\n"), "A2 Raid\nXX\nXX\n");
}

TEST(RaidFixedDepth, TheOraclesAlphaBetaIsItsMinimax) {
    Random random(7);
    for (int i = 0; i < 300; ++i) {
        const int size = random.between(1, 4);
        const int free = random.between(1, std::min(size * size, 8));
        const int depth = random.between(1, free <= 5 ? 5 : 3);
        const Position position =
            tests::random_raid_position(size, free, random.below(2) == 0 ? 99 : 4, random.next());
        const raid_oracle::Board board = tests::oracle_board(position);
        const raid_oracle::Answer minimax = raid_oracle::fixed_depth(board, depth, false);
        const raid_oracle::Answer pruned = raid_oracle::fixed_depth(board, depth, true);
        ASSERT_EQ(minimax.move, pruned.move) << line(position) << " depth " << depth;
        ASSERT_EQ(minimax.value, pruned.value);
        expect_oracles_answer(position, depth, false);
        if (HasFatalFailure()) return;
    }
}

// Depths that the oracle can reach in a few milliseconds.
int affordable_depth(int free) {
    if (free <= 10) return 4;
    return free <= 24 ? 3 : 2;
}

TEST(RaidFixedDepth, FiveThousandRandomBoardsGetTheOraclesAnswer) {
    Random random(2016);
    for (int i = 0; i < 5000; ++i) {
        const int size = random.between(1, 8);
        const int squares = size * size;
        // Nearly full, any, empty.
        const std::uint64_t shape = random.below(8);
        const int free = shape == 0   ? squares
                         : shape <= 3 ? random.between(1, std::min(squares, 8))
                                      : random.between(1, squares);
        const int highest = std::vector<int>{99, 99, 5, 1, 10'000}[random.below(5)];
        const int depth = random.between(1, affordable_depth(free));
        // A square that is worth nothing can be raided from all the same.
        const int lowest = i % 3 == 0 ? 0 : 1;
        expect_oracles_answer(
            tests::random_raid_position(size, free, highest, random.next(), lowest), depth, true);
        if (HasFatalFailure()) return;
    }
}

TEST(RaidFixedDepth, DepthFourOnLargerBoardsIsTheOraclesAnswer) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const int size = 5 + static_cast<int>(seed % 4);
        expect_oracles_answer(tests::random_raid_position(size, 14, 99, seed), 4, true);
        if (HasFatalFailure()) return;
    }
}

TEST(RaidFixedDepth, TheLargestBoardsAreTheOraclesAnswer) {
    for (const std::uint64_t seed : {1U, 2U}) {
        expect_oracles_answer(tests::random_raid_position(26, 676, 99, seed), 2, true);
        expect_oracles_answer(tests::random_raid_position(26, 100, 99, seed), 2, true);
        expect_oracles_answer(tests::random_raid_position(10, 100, 99, seed), 3, true);
        expect_oracles_answer(tests::random_raid_position(10, 40, 99, seed), 3, true);
        if (HasFatalFailure()) return;
    }
}

TEST(RaidFixedDepth, ADepthBeyondTheFreeSquaresIsTheWholeGame) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const int free = 1 + static_cast<int>(seed % 6);
        const Position position = tests::random_raid_position(3, free, 9, seed);
        expect_oracles_answer(position, free + 1 + static_cast<int>(seed), true);
        EXPECT_EQ(fixed_depth_move(position, 2'147'483'647), fixed_depth_move(position, free));
        if (HasFatalFailure()) return;
    }
}

// The fact that lets the search leave out a Stake where a Raid is legal; its proof is in graph.h.
TEST(RaidFixedDepth, ARaidIsNeverWorseThanAStakeOnTheSameSquare) {
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const int free = random.between(1, 6);
        const Position position = tests::random_raid_position(4, free, 20, random.next());
        const raid_oracle::Board board = tests::oracle_board(position);
        const int depth = random.between(0, 3);
        for (const raid_oracle::Move& raid : raid_oracle::moves(board)) {
            if (!raid.raid) continue;
            const auto value_after = [&](bool as_raid) {
                const raid_oracle::Board child =
                    raid_oracle::after(board, {raid.row, raid.column, as_raid});
                constexpr int limit = 1'000'000;
                return raid_oracle::value(child, depth, board.mover, -limit, limit, false);
            };
            ASSERT_GE(value_after(true), value_after(false))
                << line(position) << " " << raid_oracle::name(raid) << " depth " << depth;
        }
    }
}

TEST(RaidGraph, HoldsTheFreeSquaresByValueAndForgetsPiecesThatCannotTurn) {
    // A1 touches A2 and B1 only, both occupied: it can never turn.
    const Graph graph(parse_line("XO./OX./... X 1,8,23/5,42,12/26,30,9").value());
    ASSERT_EQ(graph.squares(), 5);
    EXPECT_EQ(graph.cell(0), (Cell{2, 1}));
    EXPECT_EQ(graph.cell(1), (Cell{2, 0}));
    EXPECT_EQ(graph.cell(4), (Cell{2, 2}));
    const Graph other_owner(parse_line("OO./OX./... X 1,8,23/5,42,12/26,30,9").value());
    EXPECT_EQ(graph.signature(), other_owner.signature());
}

TEST(RaidGraph, PlayingAndTakingBackAgreesWithTheBoard) {
    Random random(11);
    for (int i = 0; i < 100; ++i) {
        const int size = random.between(1, 9);
        const Position start =
            tests::random_raid_position(size, random.between(1, size * size), 99, random.next());
        SCOPED_TRACE(line(start));
        Graph graph(start);
        const Signature signature = graph.signature();
        Position position = start;
        std::vector<std::pair<Graph::Undo, Side>> played;
        while (!position.over()) {
            auto square =
                static_cast<Graph::Node>(random.below(static_cast<std::uint64_t>(graph.squares())));
            while (!graph.is_free(square))
                square = static_cast<Graph::Node>((square + 1) % graph.squares());
            const Side side = position.mover();
            const Cell cell = graph.cell(square);
            const Move move{static_cast<std::uint8_t>(cell.row),
                            static_cast<std::uint8_t>(cell.column), graph.kind(square, side)};
            ASSERT_TRUE(is_legal(position, move));
            const Score gain = graph.gain(square, side);
            ASSERT_EQ(position.play(move), gain);
            played.emplace_back(graph.play(square, move.kind, side), side);
            ASSERT_EQ(graph.free(), position.free_squares());
        }
        for (; !played.empty(); played.pop_back())
            graph.take_back(played.back().first, played.back().second);
        EXPECT_EQ(graph.signature(), signature);
        const Graph fresh(start);
        for (const Side side : {Side::One, Side::Two}) {
            EXPECT_TRUE(std::equal(graph.touching(side), graph.touching(side) + graph.squares(),
                                   fresh.touching(side)));
        }
        EXPECT_TRUE(std::equal(graph.values(), graph.values() + graph.squares(), fresh.values()));
    }
}

TEST(RaidGraph, TheVectorLoopsSayWhatTheGainsAre) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const int size = random.between(1, 12);
        const Position position =
            tests::random_raid_position(size, random.between(1, size * size), 99, seed);
        const Graph graph(position);
        const Side side = position.mover();
        std::vector<Score> gains;
        std::vector<Score> enemy_gains;
        for (int i = 0; i < graph.squares(); ++i) {
            gains.push_back(graph.gain(static_cast<Graph::Node>(i), side));
            enemy_gains.push_back(graph.gain(static_cast<Graph::Node>(i), other(side)));
        }
        for (const GainKernels& kernels : {GainKernels::choose(), GainKernels::portable()}) {
            std::vector<Score> own(static_cast<std::size_t>(graph.padded_squares()));
            std::vector<Score> enemy(own.size());
            const TopGains top = kernels.both(GainInput(graph, side), own.data(), enemy.data());
            EXPECT_TRUE(std::equal(gains.begin(), gains.end(), own.begin()));
            EXPECT_TRUE(std::equal(enemy_gains.begin(), enemy_gains.end(), enemy.begin()));
            EXPECT_EQ(kernels.best(GainInput(graph, side)),
                      *std::max_element(gains.begin(), gains.end()));
            for (const auto& [table, two] : {std::pair(gains, top.own), {enemy_gains, top.enemy}}) {
                std::vector<Score> sorted = table;
                sorted.push_back(Graph::taken);
                std::sort(sorted.rbegin(), sorted.rend());
                EXPECT_EQ(two.first, sorted[0]);
                EXPECT_EQ(two.second, sorted[1]);
            }
            for (const Score least : {Graph::taken, gains.front(), gains.back(), gains.front() - 1,
                                      *std::max_element(gains.begin(), gains.end())}) {
                const int from = random.between(0, graph.squares() - 1);
                const auto above =
                    std::find_if(own.begin() + from, own.end(), [&](Score g) { return g > least; });
                EXPECT_EQ(kernels.next_above(own.data(), from, graph.padded_squares(), least),
                          above - own.begin());
            }
        }
    }
}

}  // namespace
}  // namespace zerosum::raid

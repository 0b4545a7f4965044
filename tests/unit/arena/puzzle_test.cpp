// What a puzzle is, held against brute force: a search of our own that knows nothing but the rules.
#include "arena/puzzle/puzzle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "arena/puzzle/collection.h"
#include "arena/puzzle/maker.h"
#include "arena/puzzle/problems.h"
#include "arena/puzzle/puzzle_sets.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum {
namespace {

using Json = nlohmann::ordered_json;

class BruteForce {
 public:
    Score value(const AnyPosition& position) {
        if (position.over()) return 0;
        // Points so far do not count, so they are no part of the name.
        const auto [known, added] = known_.emplace(name_of(position), 0);
        if (!added) return known->second;
        Score best = -kScoreInfinity;
        for (const AnyMove move : position.moves()) best = std::max(best, value(position, move));
        return known_[name_of(position)] = best;
    }
    Score value(const AnyPosition& position, AnyMove move) {
        const PositionPtr after = position.clone();
        const Score gain = after->play(move);
        return gain - value(*after);
    }

 private:
    static std::string name_of(const AnyPosition& position) {
        std::string name(position.mover() == Side::One ? "1" : "2");
        for (const std::string& row : position.rows()) name += row;
        return name;
    }
    std::map<std::string, Score> known_;
};

class PuzzlesOfEveryGame : public ::testing::TestWithParam<const AnyGame*> {
 protected:
    static const AnyGame& game() { return *GetParam(); }

    // Positions of random games on small boards.
    template <typename See>
    static void on_positions(int games, See see) {
        for (int i = 0; i < games; ++i) {
            Random random(static_cast<std::uint64_t>(i));
            StartOptions options;
            options.size = game().info().kinds ? 4 : 3;
            if (game().info().kinds) options.kinds = 3;
            PositionPtr position = *game().start(options, random);
            // Before that there is too much to look at for brute force.
            while (position->cells_used() < 4 && !position->over()) step(*position, random);
            BruteForce brute;
            for (; !position->over(); step(*position, random)) see(*position, brute);
        }
    }

 private:
    static void step(AnyPosition& position, Random& random) {
        const std::vector<AnyMove> moves = position.moves();
        position.play(moves[random.below(moves.size())]);
    }
};

// The rule in its own words: of the positions that can be reached, exactly one is best, by the
// margin, and there are enough others.
struct Expected {
    bool single = false;
    Score value = -kScoreInfinity;
    Score margin = kScoreInfinity;
    int others = 0;
    int rank = 1;
    std::string best;
};
Expected expected_of(const AnyPosition& position, BruteForce& brute) {
    struct Reached {
        Score value = 0;
        Score gain = 0;
        std::string move;
    };
    std::map<std::string, Reached> reached;
    for (const AnyMove move : position.moves()) {
        const PositionPtr after = position.clone();
        const Score gain = after->play(move);
        reached.try_emplace(after->line(),
                            Reached{brute.value(position, move), gain, position.move_name(move)});
    }
    Expected out;
    Score gain = 0;
    for (const auto& [line, each] : reached) {
        if (each.value <= out.value) continue;
        out.value = each.value;
        out.best = each.move;
        gain = each.gain;
    }
    out.others = static_cast<int>(reached.size()) - 1;
    for (const auto& [line, each] : reached) {
        if (each.move == out.best) continue;
        out.margin = std::min(out.margin, out.value - each.value);
        if (each.gain > gain) ++out.rank;
    }
    out.single = out.others > 0 && out.margin > 0;
    return out;
}

TEST_P(PuzzlesOfEveryGame, AreWhatBruteForceSaysTheyAre) {
    PuzzleRules rules;
    rules.margin = 2;
    rules.others = 2;
    PuzzleMaker maker(game(), rules);
    int made = 0;
    int refused = 0;
    // Fewer of them are puzzles where pieces have kinds.
    on_positions(
        game().info().kinds ? 400 : 60, [&](const AnyPosition& position, BruteForce& brute) {
            const Expected expected = expected_of(position, brute);
            PuzzleMaker::Made found = maker.make(position);
            const bool fits = expected.single && expected.margin >= rules.margin &&
                              expected.others >= rules.others;
            if (found.why != PuzzleMaker::Why::Made) {
                ++refused;
                // One that fits is only left out because it is no riddle: the largest gain.
                if (fits) {
                    EXPECT_EQ(expected.rank, 1) << position.line();
                }
                return;
            }
            ++made;
            const Puzzle& puzzle = found.puzzle;
            EXPECT_TRUE(fits) << position.line();
            EXPECT_EQ(puzzle.value, expected.value) << position.line();
            EXPECT_EQ(puzzle.margin, expected.margin) << position.line();
            EXPECT_EQ(puzzle.rank, expected.rank) << position.line();
            ASSERT_EQ(puzzle.choices.size(), position.moves().size());
            for (const Puzzle::Choice& choice : puzzle.choices)
                EXPECT_EQ(choice.value, brute.value(position, *position.parse_move(choice.move)))
                    << position.line() << ": " << choice.move;
            EXPECT_EQ(puzzle.value_of(puzzle.best()), puzzle.value);
            EXPECT_EQ(puzzle.grade, grade_of(puzzle.depth, puzzle.rank));

            // Every move of both lines but the tempting one is a best one.
            ASSERT_TRUE(maker.explain(found.puzzle));
            for (const auto* line : {&found.puzzle.line, &found.puzzle.refutation}) {
                const PositionPtr at = position.clone();
                for (const std::string& name : *line) {
                    const AnyMove move = *at->parse_move(name);
                    if (name != found.puzzle.tempting() || at->line() != position.line()) {
                        EXPECT_EQ(brute.value(*at, move), brute.value(*at)) << at->line() << name;
                    }
                    at->play(move);
                }
                EXPECT_TRUE(at->over());
            }
            const Result<Puzzle> again = parse_puzzle(puzzle_json(found.puzzle).dump());
            ASSERT_TRUE(again.has_value()) << again.error().message;
            EXPECT_EQ(*again, found.puzzle);
            EXPECT_TRUE(maker.prove(*again).has_value());
        });
    EXPECT_GT(made, 3);
    EXPECT_GT(refused, 10);
}

// Positions whose point is known beforehand: the last moves of the page's lessons.
TEST(Puzzles, PlantedOnesAreFound) {
    struct Planted {
        std::string_view game;
        std::string_view position;
        std::string_view best;
        std::string_view tempting;
        Score value;
        Score lost;  // by the tempting move
        int rank;
    };
    // Three grapes score 9, but then four apples fall together: 9 - 16. After the apple above them
    // the other takes the grapes, and three apples are left: 1 - 9 + 9.
    // B1 is worth 8 and is turned by a raid on C1: 8 - 5 - 2 * 8. After C1 the other can only stake
    // B1: 5 - 8.
    for (const Planted& planted :
         {Planted{"fruit", "****/0***/20**/2200 1 0 0", "A2", "A3", 1, 8, 3},
          Planted{"raid", "X../XXO/XOO X 9,8,5/7,3,4/7,6,7", "C1 Stake", "B1 Stake", -3, 10, 2}}) {
        const AnyGame& game = **find_game(planted.game);
        PuzzleRules rules;
        rules.margin = 2;
        rules.others = 1;
        PuzzleMaker maker(game, rules);
        const PositionPtr position = *game.parse_line(planted.position);
        PuzzleMaker::Made made = maker.make(*position);
        ASSERT_EQ(made.why, PuzzleMaker::Why::Made) << planted.position;
        Puzzle& puzzle = made.puzzle;
        ASSERT_TRUE(maker.explain(puzzle));
        EXPECT_EQ(puzzle.best(), planted.best);
        EXPECT_EQ(puzzle.tempting(), planted.tempting);
        EXPECT_EQ(puzzle.value, planted.value);
        EXPECT_EQ(puzzle.value - *puzzle.value_of(planted.tempting), planted.lost);
        EXPECT_EQ(puzzle.greedy_loss, planted.lost);
        EXPECT_EQ(puzzle.rank, planted.rank);
        // Not by so much, not with so many others.
        rules.margin = puzzle.margin + 1;
        EXPECT_EQ(PuzzleMaker(game, rules).make(*position).why, PuzzleMaker::Why::NoPuzzle);
        rules.margin = 2;
        rules.others = 10;
        EXPECT_EQ(PuzzleMaker(game, rules).make(*position).why, PuzzleMaker::Why::NoPuzzle);
        // Nor where nothing can be proved.
        rules.nodes = 1;
        Random random(1);
        const PositionPtr large = *game.start({.size = 8}, random);
        EXPECT_EQ(PuzzleMaker(game, rules).make(*large).why, PuzzleMaker::Why::NotProved);
    }
}

TEST_P(PuzzlesOfEveryGame, NothingWrongPassesForAPuzzle) {
    const std::vector<Puzzle>& set = puzzle_set(game().name());
    ASSERT_FALSE(set.empty());
    const Puzzle& right = set[set.size() / 2];
    PuzzleMaker maker(game(), {});
    ASSERT_TRUE(maker.prove(right).has_value());
    const auto refused = [&](const char* what, auto change, std::string_view says) {
        Json json = puzzle_json(right);
        change(json);
        const Result<Puzzle> parsed = parse_puzzle(json.dump());
        ASSERT_FALSE(parsed.has_value()) << what;
        EXPECT_NE(parsed.error().message.find(says), std::string::npos)
            << what << ": " << parsed.error().message;
    };
    refused(
        "no position", [](Json& json) { json.erase("position"); }, "position");
    refused(
        "another game", [](Json& json) { json["game"] = "chess"; }, "chess");
    refused(
        "no such board", [](Json& json) { json["position"] = "x"; }, "position: ");
    refused(
        "a number as text", [](Json& json) { json["value"] = "7"; }, "value: expected a whole");
    refused(
        "a fraction", [](Json& json) { json["depth"] = 1e300; }, "depth: expected a whole");
    refused(
        "a number too large", [](Json& json) { json["moves"].front() = INT64_MIN; },
        "expected a whole number up to");
    refused(
        "no object", [](Json& json) { json = Json::array(); }, "expected an object");
    refused(
        "a value", [&](Json& json) { json["value"] = right.value + 1; }, "value: found");
    refused(
        "a margin", [&](Json& json) { json["margin"] = right.margin + 1; }, "margin: found");
    refused(
        "a rank", [&](Json& json) { json["rank"] = right.rank + 1; }, "rank: found");
    refused(
        "a grade", [&](Json& json) { json["grade"] = right.grade % 5 + 1; }, "grade: found");
    refused(
        "a move less", [](Json& json) { json["moves"].erase(json["moves"].begin()); },
        "moves: found");
    refused(
        "a move twice as good", [&](Json& json) { json["moves"][right.tempting()] = right.value; },
        "several best");
    refused(
        "a line cut short", [](Json& json) { json["line"].erase(json["line"].size() - 1); },
        "line: ends before");
    refused(
        "a line too long", [](Json& json) { json["line"].push_back("A1"); }, "goes on after");
    refused(
        "another first move", [&](Json& json) { json["line"] = json["refutation"]; },
        "line: expected to begin");

    // What only a proof can tell.
    Puzzle wrong = right;
    for (Puzzle::Choice& choice : wrong.choices)
        if (choice.move != wrong.best() && choice.move != wrong.tempting()) choice.value -= 2;
    const Result<void> proved = maker.prove(wrong);
    ASSERT_FALSE(proved.has_value());
    EXPECT_NE(proved.error().message.find("is worth"), std::string::npos);
}

// Whole sets: scripts of ./test prove them all again with the program (tests/e2e/puzzles.py).
TEST_P(PuzzlesOfEveryGame, TheSetIsLargeSpreadAndWithoutTwins) {
    const std::vector<Puzzle>& set = puzzle_set(game().name());
    EXPECT_GE(set.size(), 300U);
    std::map<int, int> grades;
    std::map<int, int> sizes;
    std::set<std::string> seen;
    std::set<std::string> sources;
    for (const Puzzle& puzzle : set) {
        ++grades[puzzle.grade];
        ++sizes[(*game().parse_line(puzzle.position))->size()];
        EXPECT_TRUE(seen.insert(likeness(puzzle)).second) << puzzle.position;
        EXPECT_TRUE(sources.insert(puzzle.source.substr(0, puzzle.source.rfind(','))).second)
            << puzzle.source;
        EXPECT_GE(puzzle.margin, 4);
    }
    for (int grade = kEasiestGrade; grade <= kHardestGrade; ++grade)
        EXPECT_GE(grades[grade], 40) << grade;
    EXPECT_GE(sizes.size(), 3U);
    EXPECT_TRUE(std::is_sorted(set.begin(), set.end(),
                               [](const Puzzle& a, const Puzzle& b) { return a.grade < b.grade; }));
    PuzzleMaker maker(game(), {});
    for (std::size_t i = 0; i < set.size(); i += set.size() / 8)
        EXPECT_TRUE(maker.prove(set[i]).has_value()) << set[i].position;
}

TEST_P(PuzzlesOfEveryGame, TheSameGamesMakeTheSamePuzzles) {
    PuzzleSearch search;
    search.match.game = &game();
    search.match.players = {*parse_player_spec("engine:level=5"), *parse_player_spec("greedy")};
    search.match.edition = *find_edition("casual");
    search.match.bank = Seconds{100};
    search.match.start.size = 4;
    if (game().info().kinds) search.match.start.kinds = 3;
    search.match.games = 200;
    search.match.seed = 5;
    search.rules.margin = 4;
    search.count = 6;
    search.of_each = 2;
    const Result<PuzzleCollection> first = find_puzzles(search);
    const Result<PuzzleCollection> second = find_puzzles(search);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->puzzles(), second->puzzles());
    EXPECT_EQ(first->puzzles().size(), 6U);
    for (const int number : first->grades()) EXPECT_LE(number, 2);
}

TEST_P(PuzzlesOfEveryGame, APlayerIsMeasuredByWhatItsMovesAreWorth) {
    const std::vector<Puzzle>& set = puzzle_set(game().name());
    std::vector<Puzzle> some;
    for (std::size_t i = 0; i < set.size(); i += set.size() / 20) some.push_back(set[i]);
    const auto tally_of = [&](const char* spec) {
        const PlayerPtr player = *make_player(spec, game());
        std::size_t answers = 0;
        ProblemWatch watch;
        watch.on_answer = [&](std::size_t, const Puzzle& puzzle, const ProblemAnswer& answer) {
            ++answers;
            EXPECT_EQ(answer.solved, puzzle.value_of(answer.move) == puzzle.value);
        };
        const ProblemTally tally = total(*run_problems(some, *player, Seconds{60}, watch));
        EXPECT_EQ(answers, some.size());
        return tally;
    };
    // The engine proves such positions; greedy solves those alone where the best move gains most.
    const ProblemTally engine = tally_of("engine:adapt=0");
    EXPECT_EQ(engine.solved, static_cast<int>(some.size()));
    EXPECT_EQ(engine.lost, 0);
    const ProblemTally greedy = tally_of("greedy");
    Score lost = 0;
    int solved = 0;
    for (const Puzzle& puzzle : some) {
        lost += puzzle.greedy_loss;
        if (puzzle.greedy_loss == 0) ++solved;
    }
    EXPECT_EQ(greedy.failed, 0);
    EXPECT_LE(greedy.solved, solved);
    EXPECT_GE(greedy.lost, lost);
    EXPECT_GT(lost, 0);
}

INSTANTIATE_TEST_SUITE_P(Games, PuzzlesOfEveryGame, testing::ValuesIn(all_games()),
                         [](const auto& test) { return std::string(test.param->name()); });

TEST(Puzzles, AFileNamesTheLineThatIsWrong) {
    const std::string right = puzzle_json(puzzle_set(all_games().front()->name()).front()).dump();
    EXPECT_EQ(parse_puzzles(right + "\n" + right + "\n")->size(), 2U);
    const auto wrong = parse_puzzles(right + "\n{\n");
    ASSERT_FALSE(wrong.has_value());
    EXPECT_TRUE(wrong.error().message.starts_with("line 2: not a puzzle")) << wrong.error().message;
}

TEST(Puzzles, EveryDayHasOneAndNoneComesBackTooSoon) {
    std::map<std::string, std::set<std::size_t>> shown;
    std::size_t days = 0;
    for (const AnyGame* game : all_games()) days += puzzle_set(game->name()).size();
    std::map<std::string, std::size_t> counts;
    const auto first = *parse_day("2026-11-18");
    for (std::int64_t day = first; day < first + static_cast<std::int64_t>(days); ++day) {
        const auto daily = puzzle_of_the_day(day);
        ASSERT_TRUE(daily.has_value());
        EXPECT_EQ(daily->puzzle, &puzzle_set(daily->puzzle->game)[daily->number - 1]);
        if (++counts[daily->puzzle->game] <= puzzle_set(daily->puzzle->game).size()) {
            EXPECT_TRUE(shown[daily->puzzle->game].insert(daily->number).second);
        }
    }
    EXPECT_EQ(shown.size(), all_games().size());
    EXPECT_FALSE(puzzle_of_the_day(-1).has_value());
}

TEST(Puzzles, ADayIsADateOfTheCalendar) {
    EXPECT_EQ(parse_day("1970-01-01"), 0);
    EXPECT_EQ(parse_day("2000-03-01"), 11017);
    EXPECT_EQ(*parse_day("2024-03-01") - *parse_day("2024-02-28"), 2);
    for (const char* wrong : {"", "2026-11-31", "2026-13-01", "2026-1-1", "1969-12-31", "20261118",
                              "2026-11-18x", "abcd-ef-gh", "2026-00-10", "2026-10-00"})
        EXPECT_FALSE(parse_day(wrong).has_value()) << wrong;
}

}  // namespace
}  // namespace zerosum

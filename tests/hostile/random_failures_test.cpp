// Many games between an agent that fails at random moves in random ways and a sound one, real
// programs both, through the real sandbox: every verdict is right, and nothing is left behind.
//
// ZEROSUM_FAILING_GAMES sets the number of games (150 unless it says otherwise).

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "arena/play/referee.h"
#include "games/registry.h"
#include "players/programs/program_player.h"
#include "sandbox/tree.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

constexpr int kGamesAMatch = 50;
constexpr const char* kAgent = "fails_at_random";

int games_to_play() {
    const char* wish = std::getenv("ZEROSUM_FAILING_GAMES");
    return wish != nullptr ? std::max(1, std::atoi(wish)) : 150;
}

// What each fault must cost. Faults that are not here cost nothing: there are none.
const std::map<std::string, EndReason>& verdicts() {
    static const std::map<std::string, EndReason> table{
        {"silent", EndReason::NoAnswer},
        {"exits", EndReason::Crash},
        {"segfaults", EndReason::Crash},
        {"aborts", EndReason::Crash},
        {"illegal", EndReason::IllegalMove},
        {"wrong-board", EndReason::WrongBoard},
        {"garbage", EndReason::MalformedAnswer},
        {"empty", EndReason::MalformedAnswer},
        {"link", EndReason::NoAnswer},
        {"directory", EndReason::NoAnswer},
        {"pipe", EndReason::NoAnswer},
        {"daemon", EndReason::NoAnswer},
        {"late-daemon", EndReason::NoAnswer},
        {"large-file", EndReason::Limit},
        {"floods", EndReason::Limit},
        {"hoards", EndReason::Limit},
        {"forks", EndReason::Limit},
        {"burns", EndReason::Time},
        {"sleeps", EndReason::Killed},
    };
    return table;
}

// The fault that an agent owned up to before it did it; empty: none.
std::string confession(const MoveRecord& move) {
    constexpr std::string_view word = "fault: ";
    const std::size_t at = move.stderr_tail.find(word);
    if (at == std::string::npos) return "";
    const std::size_t begin = at + word.size();
    return move.stderr_tail.substr(begin, move.stderr_tail.find('\n', begin) - begin);
}

std::size_t entries(const fs::path& directory) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory), {}));
}

// Living processes that run an agent below this directory, whichever process is their parent by
// now.
std::size_t agent_processes(const fs::path& directory) {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::error_code error;
        const std::string program = fs::read_symlink(entry.path() / "exe", error);
        if (!error && program.find(directory.string()) != std::string::npos) ++count;
    }
    return count;
}

// Our own children: wardens that should have ended.
std::size_t own_children() {
    std::size_t count = 0;
    for (const auto& task : fs::directory_iterator("/proc/self/task")) {
        std::ifstream children(task.path() / "children");
        count += static_cast<std::size_t>(
            std::distance(std::istream_iterator<pid_t>(children), std::istream_iterator<pid_t>()));
    }
    return count;
}

std::unique_ptr<ProgramPlayer> make_agent(const std::string& name, int chance) {
    return std::make_unique<ProgramPlayer>(name, [chance](const Setup&) -> Result<ReadyProgram> {
        Result<Workspace> space = Workspace::make();
        if (!space) return tl::unexpected(space.error());
        ReadyProgram program{std::move(*space),
                             {std::string("./") + kAgent, "2017", std::to_string(chance)}};
        fs::copy(fs::path(ZEROSUM_HOSTILE_PROGRAMS) / kAgent, program.workspace.home());
        if (auto handed = program.workspace.hand_over(); !handed)
            return tl::unexpected(handed.error());
        program.limits.memory = std::size_t{64} << 20U;
        program.limits.processes = 32;
        program.limits.file_size = std::size_t{8} << 20U;
        program.limits.output = std::size_t{1} << 20U;
        program.grace = Seconds{2};
        return program;
    });
}

// A verdict is right when the fault decides it, and when there is none, the points on the board.
void expect_right_verdict(const GameRecord& game) {
    constexpr int failing = 0;
    ASSERT_FALSE(game.moves.empty());
    for (std::size_t i = 0; i + 1 < game.moves.size(); ++i)
        EXPECT_EQ(confession(game.moves[i]), "") << "it failed and the game went on";
    const MoveRecord& last = game.moves.back();
    const std::string fault = confession(last);
    if (!fault.empty()) {
        EXPECT_EQ(last.player, failing);
        EXPECT_EQ(game.winner, 1 - failing);
        ASSERT_TRUE(verdicts().count(fault)) << fault;
        EXPECT_EQ(to_text(game.reason), to_text(verdicts().at(fault))) << fault;
        EXPECT_FALSE(game.sentence.empty());
        return;
    }
    std::array<Score, 2> points{};
    for (const MoveRecord& move : game.moves)
        points[static_cast<std::size_t>(move.player)] += move.gain;
    EXPECT_EQ(game.points, points);
    if (points[0] != points[1]) {
        EXPECT_EQ(to_text(game.reason), to_text(EndReason::Points)) << game.sentence;
        EXPECT_EQ(game.winner, points[0] > points[1] ? 0 : 1);
    } else {
        EXPECT_EQ(to_text(game.reason), to_text(EndReason::TimeLeft)) << game.sentence;
        EXPECT_EQ(game.winner, game.cpu[0] < game.cpu[1] ? 0 : 1);
    }
}

TEST(RandomFailures, EveryGameEndsWithTheRightVerdictAndNothingLeaks) {
    const fs::path base = fs::temp_directory_path();
    std::string own = base / "failures-XXXXXX";
    ASSERT_NE(mkdtemp(own.data()), nullptr);
    fs::permissions(own, fs::perms(0711));
    ASSERT_EQ(setenv("TMPDIR", own.c_str(), 1), 0);

    const AnyGame& fruit = *find_game("fruit").value();
    GameSettings settings;
    settings.edition = *find_edition("2017");
    settings.bank = Seconds{1};
    // A first match opens what is opened once and kept.
    const int games = games_to_play();
    std::size_t files_before = 0;
    std::map<std::string, int> seen;
    for (int played = -1; played < games;) {
        const auto failing = make_agent("failing", 30);
        const auto sound = make_agent("sound", 0);
        ASSERT_TRUE(failing->new_match().has_value());
        ASSERT_TRUE(sound->new_match().has_value());
        for (int i = 0; i < (played < 0 ? 1 : kGamesAMatch) && played < games; ++i, ++played) {
            SCOPED_TRACE("game " + std::to_string(played));
            StartOptions start;
            start.size = 4;
            start.kinds = 3;
            settings.seed = static_cast<std::uint64_t>(played + 2);
            Random random(settings.seed);
            const PositionPtr board = std::move(*fruit.start(start, random));
            const GameRecord game =
                play_game(*board, {failing.get(), sound.get()}, i % 2, settings);
            expect_right_verdict(game);
            ++seen[std::string(to_text(game.reason))];
            ASSERT_EQ(agent_processes(own), 0U);
            ASSERT_EQ(own_children(), 0U);
        }
        if (files_before == 0) files_before = entries("/proc/self/fd");
        EXPECT_EQ(entries("/proc/self/fd"), files_before);
    }
    // With the last workspace goes the lock on the directory that held them.
    EXPECT_EQ(entries("/proc/self/fd") + 1, files_before);
    EXPECT_EQ(entries(own), 0U) << "workspaces were left behind";
    EXPECT_TRUE(remove_tree(own).has_value());
    ASSERT_EQ(setenv("TMPDIR", base.c_str(), 1), 0);
    std::string summary;
    for (const auto& [reason, count] : seen) summary += fmt::format(" {} {}", reason, count);
    std::printf("%d games:%s\n", games, summary.c_str());
}

}  // namespace
}  // namespace zerosum

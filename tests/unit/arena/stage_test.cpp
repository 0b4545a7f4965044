#include "arena/tournament/stage.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "arena/grade/grade_task.h"
#include "arena/queue/carried_agent.h"
#include "arena/storage/archive.h"
#include "arena/study/study_task.h"
#include "core/sha256.h"
#include "games/registry.h"
#include "sandbox/machine.h"
#include "sandbox/workspace.h"
#include "support/postgres.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

const Identity kStageIdentity = {{"game", "fruit"}};

// A ledger on either engine, with an agent in a folder and a built-in player.
class Staging : public ::testing::TestWithParam<const char*> {
 protected:
    Staging() {
        ::setenv("ZEROSUM_CACHE", (space.tmp() / "cache").c_str(), 1);
        if (on_server()) place = tests::PostgresServer::get().new_place();
        fs::create_directory(agent);
        std::ofstream(agent / "Makefile") << "agent:\n\ttrue\nrun:\n\ttrue\n";
    }
    ~Staging() override { ::unsetenv("ZEROSUM_CACHE"); }

    static bool on_server() { return GetParam() == std::string_view("Postgres"); }

    Lineup lineup() const {
        Lineup made{{}, std::make_shared<AgentStore>()};
        const std::string text = "dir:" + agent.string() + "@ann";
        made.entrants.push_back(
            {{"ann", text, *made.agents->take(agent)}, *parse_player_spec(text)});
        made.entrants.push_back({{"bob", "greedy", "greedy"}, *parse_player_spec("greedy")});
        return made;
    }
    // Enters the lineup, as the process that runs the tournament does.
    std::vector<PlayerIndex> enter(Ledger& ledger, const Lineup& who) const {
        std::vector<LedgerPlayer> players;
        for (const Entrant& entrant : who.entrants) players.push_back(entrant.player);
        const std::vector<PlayerIndex> numbers = *ledger.enter(players);
        const Result<void> kept = keep_sources(ledger, who, numbers);
        EXPECT_TRUE(kept) << kept.error().message;
        return numbers;
    }
    Result<void> take(const Ledger& ledger, PlayerIndex number, AgentStore& store) const {
        const LedgerPlayer player = (*ledger.players())[number];
        return take_staged(*ledger.sources(number), player, *parse_player_spec(player.spec), store);
    }

    Workspace space = std::move(*Workspace::make());
    fs::path agent = space.tmp() / "agent";
    fs::path place = space.tmp() / "class.ledger";
};
INSTANTIATE_TEST_SUITE_P(Engine, Staging, testing::Values("Sqlite", "Postgres"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST_P(Staging, AnAgentIsFoundWhereItsFolderIsNot) {
    Ledger ledger = std::move(*Ledger::open_to_play(place, kStageIdentity));
    const std::vector<PlayerIndex> numbers = enter(ledger, lineup());
    fs::remove_all(agent);
    AgentStore store;
    const Result<void> taken = take(ledger, numbers[0], store);
    ASSERT_TRUE(taken) << taken.error().message;
    EXPECT_TRUE(fs::exists(store.source(agent) / "Makefile"));
    EXPECT_TRUE(store.build(agent, {}, best_setup()));
    EXPECT_FALSE(*ledger.holds_sources(numbers[1]));
}

// What fails to be taken ends the worker: an empty hand-in loses its games instead.
TEST_P(Staging, AnEmptyFolderIsTakenAndHasNoAgent) {
    fs::remove(agent / "Makefile");
    Ledger ledger = std::move(*Ledger::open_to_play(place, kStageIdentity));
    const PlayerIndex number = enter(ledger, lineup())[0];
    ASSERT_TRUE(*ledger.holds_sources(number));
    AgentStore store;
    const Result<void> taken = take(ledger, number, store);
    ASSERT_TRUE(taken) << taken.error().message;
    const auto& built = store.build(agent, {}, best_setup());
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().obstacle, Obstacle::NoAgent);
}

TEST_P(Staging, EveryVersionHasItsOwnSources) {
    Ledger ledger = std::move(*Ledger::open_to_play(place, kStageIdentity));
    const PlayerIndex first = enter(ledger, lineup())[0];
    std::ofstream(agent / "new.txt") << "x";
    const PlayerIndex second = enter(ledger, lineup())[0];
    ASSERT_NE(first, second);
    AgentStore old_store;
    ASSERT_TRUE(take(ledger, first, old_store));
    EXPECT_FALSE(fs::exists(old_store.source(agent) / "new.txt"));
    AgentStore new_store;
    ASSERT_TRUE(take(ledger, second, new_store));
    EXPECT_TRUE(fs::exists(new_store.source(agent) / "new.txt"));
}

TEST_P(Staging, SourcesAreKeptByTheirHash) {
    Ledger ledger = std::move(*Ledger::open_to_play(place, kStageIdentity));
    const PlayerIndex number = enter(ledger, lineup())[0];
    const std::optional<Blob> kept = *ledger.sources(number);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->bytes, *pack_tree(agent));
    EXPECT_EQ(kept->hash, sha256(kept->bytes));
}

TEST_P(Staging, ACopyOfTheLedgerCarriesThem) {
    const fs::path copy = space.tmp() / "copy.ledger";
    PlayerIndex number = 0;
    {
        Ledger ledger = std::move(*Ledger::open_to_play(place, kStageIdentity));
        number = enter(ledger, lineup())[0];
    }
    const Result<std::string> digest = Ledger::copy(place, copy);
    ASSERT_TRUE(digest) << digest.error().message;
    const Ledger ledger = std::move(*Ledger::open_to_read(copy));
    EXPECT_EQ((*ledger.sources(number))->bytes, *pack_tree(agent));
}

TEST_P(Staging, WithoutSourcesTheFolderMustHoldWhatWasEntered) {
    Ledger ledger = std::move(*Ledger::open_to_play(place, kStageIdentity));
    const Lineup who = lineup();
    const PlayerIndex number =
        (*ledger.enter(std::vector<LedgerPlayer>{who.entrants[0].player}))[0];
    AgentStore store;
    EXPECT_TRUE(take(ledger, number, store));
    std::ofstream(agent / "Makefile") << "agent:\n\tfalse\n";
    const Result<void> changed = take(ledger, number, store);
    ASSERT_FALSE(changed);
    EXPECT_NE(changed.error().message.find("is not what was entered"), std::string::npos);
    fs::remove_all(agent);
    const Result<void> gone = take(ledger, number, store);
    ASSERT_FALSE(gone);
    EXPECT_NE(gone.error().message.find("found no folder"), std::string::npos);
}

TEST(CheckProgram, NamesTheProgramThatIsNotThere) {
    EXPECT_TRUE(check_program(*parse_player_spec("cmd:/bin/sh -c true")));
    EXPECT_TRUE(check_program(*parse_player_spec("cmd:sh -c true")));
    EXPECT_TRUE(check_program(*parse_player_spec("greedy")));
    const Result<void> missing = check_program(*parse_player_spec("ugi:/opt/none/engine --x"));
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("found no program /opt/none/engine on "),
              std::string::npos)
        << missing.error().message;
}

// A ledger may come from anybody, and so may a study or a grade that waits in it.
TEST(CheckProgram, ALibraryIsLoadedByAWorkerThatWasToldTo) {
    const PlayerSpec library = *parse_player_spec("so:/opt/none/player.so");
    EXPECT_TRUE(check_program(library, Libraries::Loaded));
    EXPECT_TRUE(check_program(*parse_player_spec("greedy"), Libraries::Refused));
    const Result<void> refused = check_program(library, Libraries::Refused);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("--load-libraries"), std::string::npos);

    TaskHelp help;
    help.libraries = Libraries::Refused;
    StudyTask study;
    study.study =
        "[[games]]\nplayer = \"so:/opt/none/player.so\"\nopponents = [\"greedy\"]\nsizes = [3]\n"
        "pairs = [1, 1]\n";
    study.cell = parse_study_spec(study.study).value().games.at(0).id();
    const Result<std::string> studied = do_study_task(to_payload(study), help);
    ASSERT_FALSE(studied);
    EXPECT_NE(studied.error().message.find("--load-libraries"), std::string::npos)
        << studied.error().message;
    GradeTask grade;
    grade.settings.game = &default_game();
    grade.settings.edition = default_edition(default_game());
    grade.settings.bank = grade.settings.edition.bank;
    grade.spec = library;
    const Result<std::string> graded = do_grade_task(to_payload(grade), help);
    ASSERT_FALSE(graded);
    EXPECT_NE(graded.error().message.find("--load-libraries"), std::string::npos)
        << graded.error().message;
}

}  // namespace
}  // namespace zerosum

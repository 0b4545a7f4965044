#include "players/programs/agent_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>
#include <vector>

#include "core/descriptor.h"
#include "core/files.h"
#include "players/programs/agent_store.h"
#include "sandbox/machine.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

class AgentCacheTest : public ::testing::Test {
 protected:
    // The agent's build leaves the moment at which it ran: two builds differ.
    static Result<void> fill(const fs::path& to) {
        std::ofstream(to / "Makefile")
            << "agent:\n\tdate +%s.%N > built\nrun:\n\techo A1 > output.txt\n";
        return {};
    }
    // What a worker process on this node does; returns what its build left.
    std::string build_in_another_process(const std::string& hash) {
        const Result<fs::path> place = cache.sources(hash, [&](const fs::path& to) {
            ++fetched;
            return fill(to);
        });
        if (!place) return place.error().message;
        AgentStore store;
        if (const auto taken = store.take_cached("agent", *place, cache, hash); !taken)
            return taken.error().message;
        const auto& built = store.build("agent", {}, best_setup());
        if (!built) return built.error().sentence;
        EXPECT_EQ(built->move.back(), "run");
        return read_file(store.source("agent") / "built").value_or("no file");
    }

    Workspace space = std::move(*Workspace::make());
    AgentCache cache = *AgentCache::open_at(space.tmp() / "cache");
    int fetched = 0;
};

TEST_F(AgentCacheTest, SourcesAreFetchedAndBuiltOncePerNode) {
    const std::string first = build_in_another_process("aa");
    EXPECT_EQ(first.find('.'), first.size() - 11) << first;
    EXPECT_EQ(build_in_another_process("aa"), first);
    EXPECT_EQ(fetched, 1);
    EXPECT_NE(build_in_another_process("bb"), first);
    EXPECT_EQ(fetched, 2);
}

TEST_F(AgentCacheTest, AnotherToolchainBuildsAgain) {
    Result<Workspace> one = Workspace::make();
    ASSERT_TRUE(cache.sources("aa", fill));
    int builds = 0;
    const auto build = [&]() -> tl::expected<BuiltAgent, NotReady> {
        ++builds;
        return BuiltAgent{.file = "homework.cpp",
                          .language = "C++20",
                          .move = {"./homework"},
                          .calibrate = {},
                          .new_game = {},
                          .readable = {"/opt/x"},
                          .notes = {"n"},
                          .lacks = {}};
    };
    ASSERT_TRUE(cache.built("aa", "gcc12", *one, build));
    const auto again = cache.built("aa", "gcc12", *one, build);
    ASSERT_TRUE(again);
    EXPECT_EQ(builds, 1);
    EXPECT_EQ(again->move, CommandWords{"./homework"});
    EXPECT_EQ(again->readable, std::vector<fs::path>{"/opt/x"});
    EXPECT_EQ(again->notes, std::vector<std::string>{"n"});
    ASSERT_TRUE(cache.built("aa", "gcc13", *one, build));
    EXPECT_EQ(builds, 2);
}

TEST_F(AgentCacheTest, SourcesAreThereWhileAnotherProcessBuilds) {
    Result<Workspace> one = Workspace::make();
    ASSERT_TRUE(cache.sources("aa", fill));
    std::future<bool> found;
    const auto build = [&]() -> tl::expected<BuiltAgent, NotReady> {
        found =
            std::async(std::launch::async, [&] { return cache.sources("aa", fill).has_value(); });
        EXPECT_EQ(found.wait_for(std::chrono::seconds(10)), std::future_status::ready);
        return tl::unexpected(NotReady{Obstacle::NotBuilt, "did not build"});
    };
    EXPECT_FALSE(cache.built("aa", "gcc12", *one, build));
    EXPECT_TRUE(found.get());
}

TEST_F(AgentCacheTest, WhatDidNotBuildIsTriedAgain) {
    Result<Workspace> one = Workspace::make();
    int builds = 0;
    const auto build = [&]() -> tl::expected<BuiltAgent, NotReady> {
        ++builds;
        return tl::unexpected(NotReady{Obstacle::NotBuilt, "did not build"});
    };
    EXPECT_FALSE(cache.built("aa", "gcc12", *one, build));
    EXPECT_FALSE(cache.built("aa", "gcc12", *one, build));
    EXPECT_EQ(builds, 2);
}

TEST_F(AgentCacheTest, APartThatAKilledProcessLeftIsNotUsed) {
    fs::create_directories(space.tmp() / "cache" / "aa" / "sources.part" / "half");
    EXPECT_NE(build_in_another_process("aa").find('.'), std::string::npos);
    EXPECT_FALSE(fs::exists(space.tmp() / "cache" / "aa" / "sources" / "half"));
}

TEST_F(AgentCacheTest, APlaceThatOthersMayWriteToIsRefused) {
    fs::create_directory(space.tmp() / "open");
    fs::permissions(space.tmp() / "open", fs::perms(0777));
    const Result<AgentCache> open = AgentCache::open_at(space.tmp() / "open");
    ASSERT_FALSE(open);
    EXPECT_NE(open.error().message.find("others may write"), std::string::npos);
}

// Several workers make it at once, where groups may write to what is made.
TEST_F(AgentCacheTest, SeveralMayMakeItAtOnce) {
    const mode_t before = ::umask(0);
    std::atomic<int> refused = 0;
    for (int round = 0; round < 20; ++round) {
        const fs::path root = space.tmp() / "new" / std::to_string(round) / "";
        std::vector<std::jthread> workers;
        for (int i = 0; i < 8; ++i)
            workers.emplace_back([&] { refused += AgentCache::open_at(root) ? 0 : 1; });
        workers.clear();
        EXPECT_EQ(fs::status(root).permissions(), fs::perms::owner_all);
    }
    ::umask(before);
    EXPECT_EQ(refused, 0);
}

// Agents of a megabyte each, and room for two and a half.
class AgentCacheBoundsTest : public ::testing::Test {
 protected:
    static Result<void> fill(const fs::path& to) {
        std::ofstream(to / "data") << std::string(std::size_t{1} << 20U, 'x');
        return {};
    }
    static AgentCache open(const fs::path& root, CacheBounds bounds) {
        return *AgentCache::open_at(root, bounds);
    }
    void add(const std::string& hash) { ASSERT_TRUE(cache.sources(hash, fill)) << hash; }
    void last_used(const std::string& hash, std::chrono::hours ago) {
        fs::last_write_time(root / hash / "lock", fs::file_time_type::clock::now() - ago);
    }
    bool kept(const std::string& hash) { return fs::exists(root / hash / "sources" / "data"); }

    Workspace space = std::move(*Workspace::make());
    fs::path root = space.tmp() / "cache";
    AgentCache cache =
        open(root, {.bytes = std::size_t{5} << 19U, .spared = std::chrono::hours(1)});
};

TEST_F(AgentCacheBoundsTest, WhatWasUsedLongestAgoGoesFirst) {
    add("aa");
    add("bb");
    last_used("aa", std::chrono::hours(2));
    last_used("bb", std::chrono::hours(3));
    add("cc");
    EXPECT_TRUE(kept("aa"));
    EXPECT_FALSE(kept("bb"));
    EXPECT_TRUE(kept("cc"));
    EXPECT_FALSE(fs::exists(root / "bb.gone"));
}

TEST_F(AgentCacheBoundsTest, AUseMakesAnAgentYoung) {
    add("aa");
    add("bb");
    last_used("aa", std::chrono::hours(3));
    last_used("bb", std::chrono::hours(2));
    add("aa");
    add("cc");
    EXPECT_TRUE(kept("aa"));
    EXPECT_FALSE(kept("bb"));
}

TEST_F(AgentCacheBoundsTest, WhatWasUsedOfLateStaysAboveTheBound) {
    for (const char* hash : {"aa", "bb", "cc", "dd"}) add(hash);
    for (const char* hash : {"aa", "bb", "cc", "dd"}) EXPECT_TRUE(kept(hash)) << hash;
}

TEST_F(AgentCacheBoundsTest, AnAgentThatSomebodyFillsIsLeftAlone) {
    add("aa");
    add("bb");
    last_used("aa", std::chrono::hours(3));
    last_used("bb", std::chrono::hours(2));
    const Descriptor lock(::open((root / "aa" / "lock").c_str(), O_RDWR | O_CLOEXEC));
    ASSERT_EQ(::flock(lock.get(), LOCK_EX), 0);
    add("cc");
    EXPECT_TRUE(kept("aa"));
    EXPECT_FALSE(kept("bb"));
}

TEST_F(AgentCacheBoundsTest, WhatAKilledProcessWasRemovingIsRemoved) {
    fs::create_directories(root / "aa.gone" / "sources");
    add("bb");
    EXPECT_FALSE(fs::exists(root / "aa.gone"));
}

TEST_F(AgentCacheBoundsTest, ABuildOfAnAgentThatIsGoneIsNotKept) {
    const auto build = []() -> tl::expected<BuiltAgent, NotReady> { return BuiltAgent{}; };
    EXPECT_TRUE(cache.built("aa", "gcc12", space, build));
    EXPECT_FALSE(fs::exists(root / "aa" / "gcc12"));
}

// Every addition removes whatever nobody is at work in, the lock that others wait for as well.
TEST_F(AgentCacheBoundsTest, ProcessesThatAddAndRemoveAtOnceAllFindTheirSources) {
    const AgentCache narrow = open(root, {.bytes = 0, .spared = std::chrono::seconds(0)});
    std::atomic<int> found = 0;
    {
        std::vector<std::jthread> users;
        for (int user = 0; user < 4; ++user)
            users.emplace_back([&, user] {
                for (int i = 0; i < 100; ++i)
                    if (narrow.sources(fmt::format("a{}", (user + i) % 3), fill)) ++found;
            });
    }
    EXPECT_EQ(found, 400);
}

TEST(ToolchainId, IsTheSameTwice) {
    EXPECT_EQ(toolchain_id({}), toolchain_id({}));
    EXPECT_EQ(toolchain_id({}).size(), 16U);
}

}  // namespace
}  // namespace zerosum

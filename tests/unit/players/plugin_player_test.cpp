#include "players/programs/plugin_player.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "games/registry.h"
#include "support/paths.h"

namespace zerosum {
namespace {

class PluginPlayerTest : public ::testing::Test {
 protected:
    void SetUp() override {
        std::string name = ::testing::TempDir() + "pluginXXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    // Compiles a player and returns its spec.
    std::string compile(const std::filesystem::path& source) {
        const std::filesystem::path library = folder_ / (source.stem().string() + ".so");
        const std::string command =
            fmt::format("c++ -std=c++20 -shared -fPIC -I {}/src {} -o {}",
                        tests::source_path("").string(), source.string(), library.string());
        EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT: the test's own compiler call
        return "so:" + library.string();
    }
    std::string compile_text(const std::string& name, const std::string& body) {
        const std::filesystem::path source = folder_ / (name + ".cpp");
        std::ofstream(source) << "#include \"players/programs/plugin.h\"\n#include <stdexcept>\n"
                              << body;
        return compile(source);
    }
    std::filesystem::path folder_;
    const AnyGame& game_ = **find_game("fruit");
    PositionPtr position_ = std::move(*game_.parse_line("***/*10/000 1 0 0"));
};

TEST_F(PluginPlayerTest, TheExamplePlaysALegalMove) {
    const std::string spec = compile(tests::source_path("examples/players/my_player.cpp"));
    const Result<PlayerPtr> player = make_player(spec, game_);
    ASSERT_TRUE(player) << player.error().message;
    ASSERT_TRUE((*player)->new_game(1));
    const Reply reply = (*player)->choose({*position_, Seconds{10}});
    EXPECT_EQ(position_->move_name(std::get<AnyMove>(reply.answer)), "C2");
}

TEST_F(PluginPlayerTest, AThrowingOrLyingPlayerFailsWithASentence) {
    const std::string throwing = compile_text("throwing", R"(
        struct P final : zerosum::plugin::Player {
            std::size_t choose(const zerosum::plugin::Turn&) override { throw std::runtime_error("lost"); }
        };
        ZEROSUM_PLAYER(P))");
    Result<PlayerPtr> player = make_player(throwing, game_);
    ASSERT_TRUE(player) << player.error().message;
    Reply reply = (*player)->choose({*position_, Seconds{10}});
    EXPECT_EQ(std::get<Failure>(reply.answer).sentence, "choose threw: lost");

    const std::string lying = compile_text("lying", R"(
        struct P final : zerosum::plugin::Player {
            std::size_t choose(const zerosum::plugin::Turn&) override { return 99; }
        };
        ZEROSUM_PLAYER(P))");
    player = make_player(lying, game_);
    ASSERT_TRUE(player) << player.error().message;
    reply = (*player)->choose({*position_, Seconds{10}});
    EXPECT_EQ(std::get<Failure>(reply.answer).sentence, "choose returned 99, expected 0 to 1");
}

TEST_F(PluginPlayerTest, AnythingElseIsRefused) {
    const Result<PlayerPtr> missing = make_player("so:./no_such.so", game_);
    ASSERT_FALSE(missing);
    const std::string other = compile_text("other", "int answer() { return 42; }");
    const Result<PlayerPtr> no_player = make_player(other, game_);
    ASSERT_FALSE(no_player);
    EXPECT_NE(no_player.error().message.find("not a zerosum player"), std::string::npos);
}

}  // namespace
}  // namespace zerosum

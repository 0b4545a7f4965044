#include "arena/play/record.h"

#include <gtest/gtest.h>

#include "arena/play/match.h"
#include "arena/play/replay.h"
#include "games/registry.h"

namespace zerosum {
namespace {

MatchSettings quick_match(std::string_view game) {
    MatchSettings settings;
    settings.game = *find_game(game);
    settings.players = {*parse_player_spec("greedy"), *parse_player_spec("random")};
    settings.edition = default_edition(*settings.game);
    settings.bank = Seconds{10};
    settings.start.size = 4;
    settings.games = 6;
    settings.seed = 42;
    return settings;
}

std::vector<GameRecord> played_records(const MatchSettings& settings) {
    std::vector<GameRecord> records;
    MatchWatch watch;
    watch.on_game = [&](int /*game*/, const GameRecord& record) {
        records.push_back(record);
        return true;
    };
    EXPECT_TRUE(run_match(settings, watch));
    return records;
}

TEST(Record, SurvivesTheWayThroughJson) {
    for (const AnyGame* game : all_games()) {
        const auto records = played_records(quick_match(game->name()));
        for (const GameRecord& record : records) {
            const std::string text = to_json_text(record);
            const Result<GameRecord> read = parse_record(text);
            ASSERT_TRUE(read) << read.error().message;
            EXPECT_EQ(to_json_text(*read), text);
        }
    }
}

TEST(Record, TheOutcomeNamesTheWinnerOrSaysThatThereIsNone) {
    GameRecord record;
    record.players[0].name = "ann";
    record.players[1].name = "bob";
    record.winner = 1;
    record.reason = EndReason::Time;
    EXPECT_EQ(outcome(record), "bob wins: ann ran out of time");
    record.reason = EndReason::Crash;
    EXPECT_EQ(outcome(record), "bob wins: ann crashed");
    record.reason = EndReason::Points;
    EXPECT_EQ(outcome(record), "bob wins by points");
    record.winner = -1;
    record.reason = EndReason::Draw;
    EXPECT_EQ(outcome(record), "no winner, draw");
}

TEST(Record, AnythingElseIsRefusedWithAMessage) {
    for (const char* text :
         {"", "{", "[]", "{\"schema\": 99}", "{\"schema\": 1}", "null", R"({"schema": "one"})"}) {
        const Result<GameRecord> read = parse_record(text);
        ASSERT_FALSE(read) << text;
        EXPECT_FALSE(read.error().message.empty());
    }
}

TEST(Record, APlayerIndexOutOfRangeIsRefused) {
    const auto records = played_records(quick_match("fruit"));
    GameRecord record = records.front();
    record.first = 2;
    EXPECT_FALSE(parse_record(to_json_text(record)));
    record = records.front();
    record.moves.front().player = -1;
    EXPECT_FALSE(parse_record(to_json_text(record)));
}

TEST(Record, EveryEndReasonHasATextOfItsOwn) {
    for (int i = 0; i <= static_cast<int>(EndReason::Aborted); ++i) {
        const auto reason = static_cast<EndReason>(i);
        EXPECT_EQ(parse_end_reason(to_text(reason)), reason);
    }
    EXPECT_FALSE(parse_end_reason("gravity"));
}

TEST(Replay, WalksEveryMoveOfTheGame) {
    const auto records = played_records(quick_match("fruit"));
    for (const GameRecord& record : records) {
        std::size_t seen = 0;
        const Result<void> walked = walk(record, [&](std::size_t number, const AnyPosition& before,
                                                     const std::vector<Cell>& marked) {
            EXPECT_EQ(number, seen++);
            EXPECT_FALSE(before.over());
            EXPECT_FALSE(marked.empty());
        });
        EXPECT_TRUE(walked);
        EXPECT_EQ(seen, record.moves.size());
    }
}

TEST(Replay, ATurnAfterTheEndIsRefused) {
    GameRecord record = played_records(quick_match("fruit")).front();
    const AnyGame& game = **find_game("fruit");
    const RecordedTurn last = *turn_of(game, record, record.moves.size() - 1);
    ASSERT_TRUE(last.move);
    const PositionPtr end = last.before->clone();
    end->play(*last.move);
    ASSERT_TRUE(end->over());
    MoveRecord late = record.moves.back();
    late.position = end->line();
    late.move = kPass;
    record.moves.push_back(late);
    const Result<void> walked = walk(record, [](auto&&...) {});
    ASSERT_FALSE(walked);
    EXPECT_NE(walked.error().message.find("the game is over already"), std::string::npos);
    record.moves.back().move = "";  // an answer that was none
    EXPECT_TRUE(walk(record, [](auto&&...) {}));
}

TEST(Replay, AMoveOfADeterministicPlayerComesOutTheSame) {
    const auto records = played_records(quick_match("fruit"));
    const GameRecord& record = records.front();
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        if (record.moves[i].player != 0) continue;  // greedy
        const int number = static_cast<int>(i) + 1;
        const Result<MoveAgain> again =
            play_again(record, number, who_played(record, number).value());
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_TRUE(again->same) << again->then << " then, " << again->now << " now";
    }
    EXPECT_FALSE(who_played(record, 0));
    EXPECT_FALSE(who_played(record, static_cast<int>(record.moves.size()) + 1));
    EXPECT_FALSE(play_again(record, 0, {}));
}

TEST(Replay, NeitherAPersonNorASharedLibraryIsAskedAgain) {
    GameRecord record = played_records(quick_match("fruit")).front();
    const int number = record.moves[0].player == 0 ? 1 : 2;
    record.players[0].spec = "so:/tmp/not_ours.so";
    const Result<PlayerSpec> plugin = who_played(record, number);
    ASSERT_FALSE(plugin);
    EXPECT_NE(plugin.error().message.find("what a record names is never loaded"),
              std::string::npos);
    // Not even when the caller names another player.
    EXPECT_FALSE(play_again(record, number, parse_player_spec("greedy").value()));
    record.players[0].spec = kPerson;
    EXPECT_FALSE(who_played(record, number));
}

}  // namespace
}  // namespace zerosum

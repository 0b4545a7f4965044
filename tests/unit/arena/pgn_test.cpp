#include "arena/exchange/pgn.h"

#include <gtest/gtest.h>

#include "arena/exchange/record_source.h"
#include "arena/play/match.h"
#include "core/files.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum {
namespace {

GameRecord won_by_the_second(std::string_view name = "bob") {
    GameRecord record;
    record.game = "raid";
    record.edition = "2016";
    record.players[0] = {"ann", "engine:level=3@ann", "thread", "none"};
    record.players[1] = {std::string(name), "random", "thread", "none"};
    record.first = 1;
    record.seed = 18'446'744'073'709'551'615U;
    record.bank = Seconds{2.5};
    record.odds = 4;
    record.komi = 3;
    record.start = "../.. X 5,1/1,2";
    record.winner = 1;
    record.reason = EndReason::Points;
    record.sentence = "bob has more";
    record.points = {4, 5};
    record.host_speed = 812.5;
    const auto add = [&](int player, const char* position, const char* move, Score gain) {
        MoveRecord entry;
        entry.player = player;
        entry.position = position;
        entry.move = move;
        entry.gain = gain;
        entry.cpu = Seconds{0.25};
        record.moves.push_back(entry);
    };
    add(1, "../.. X 5,1/1,2", "A1 Stake", 5);
    add(0, "X./.. O 5,1/1,2", "B2 Stake", 2);
    record.moves.back().score = -3;
    record.moves.back().depth = 4;
    record.moves.back().exact = true;
    add(1, "X./.O X 5,1/1,2", "B1 Raid", 5);
    add(0, "XX/.X O 5,1/1,2", "A2 Stake", 1);
    return record;
}

TEST(Pgn, HasTheSevenTagsAndTheMoves) {
    const std::string text = to_pgn(won_by_the_second(), {"class", "7", 1'700'000'000});
    EXPECT_EQ(text.substr(0, text.find("[Game")),
              "[Event \"class\"]\n[Site \"?\"]\n[Date \"2023.11.14\"]\n[Round \"7\"]\n"
              "[White \"bob\"]\n[Black \"ann\"]\n[Result \"1-0\"]\n");
    EXPECT_EQ(text.substr(text.find("\n1. ")),
              "\n1. A1:Stake {0.25s} B2:Stake {-3/4! 0.25s} 2. B1:Raid {0.25s} A2:Stake {0.25s}\n"
              "1-0\n\n");
}

TEST(Pgn, ShortTimesHaveNoExponent) {
    GameRecord record = won_by_the_second();
    record.moves[0].cpu = Seconds{0.00002};
    record.moves[1].cpu = Seconds{0};
    record.moves[2].cpu = Seconds{12};
    const std::string text = to_pgn(record);
    EXPECT_EQ(text.substr(text.find("\n1. ")),
              "\n1. A1:Stake {0.00002s} B2:Stake {-3/4! 0s} 2. B1:Raid {12s} A2:Stake {0.25s} "
              "1-0\n\n");
}

TEST(Pgn, ResultsAreWhiteAgainstBlack) {
    GameRecord record = won_by_the_second();
    const auto result = [&] {
        const std::string text = to_pgn(record);
        return text.substr(text.find("[Result"), text.find("[Game") - text.find("[Result"));
    };
    record.winner = 0;
    EXPECT_EQ(result(), "[Result \"0-1\"]\n");
    record.winner = -1;
    record.reason = EndReason::Draw;
    EXPECT_EQ(result(), "[Result \"1/2-1/2\"]\n");
    for (const EndReason reason : {EndReason::Void, EndReason::Aborted}) {
        record.reason = reason;
        EXPECT_EQ(result(), "[Result \"*\"]\n");
    }
}

TEST(Pgn, ARecordComesBack) {
    const GameRecord record = won_by_the_second("bob \"the\\best\"");
    const Result<std::vector<GameRecord>> read = parse_pgn(to_pgn(record) + to_pgn(record));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), 2U);
    GameRecord expected = record;
    expected.moves[0].bank_left = Seconds{2.25};
    expected.moves[1].bank_left = Seconds{2.5 / 4 - 0.25};
    expected.moves[2].bank_left = Seconds{2.0};
    expected.moves[3].bank_left = Seconds{2.5 / 4 - 0.5};
    expected.cpu = {Seconds{0.5}, Seconds{0.5}};
    EXPECT_EQ(to_json_text((*read)[1]), to_json_text(expected));
}

TEST(Pgn, PassesAndMissingMovesComeBack) {
    GameRecord record = won_by_the_second();
    record.edition = "2012";
    record.moves.resize(2);
    record.moves[1].move = kPass;
    record.moves[1].gain = 0;
    record.moves[1].why = "a {long} answer, and more words than one line of such a file can hold";
    record.moves.push_back(record.moves[0]);
    record.moves[2].position = "X./.. X 5,1/1,2";
    record.moves[2].move = "";
    record.moves[2].gain = 0;
    record.winner = 0;
    record.reason = EndReason::IllegalMove;
    const Result<std::vector<GameRecord>> read = parse_pgn(to_pgn(record));
    ASSERT_TRUE(read) << read.error().message;
    const GameRecord& back = read->front();
    ASSERT_EQ(back.moves.size(), 3U);
    EXPECT_TRUE(back.moves[1].passed());
    EXPECT_EQ(back.moves[1].why,
              "a {long) answer, and more words than one line of such a file can hold");
    EXPECT_EQ(back.moves[2].move, "");
    EXPECT_EQ(back.moves[2].position, record.moves[2].position);
    EXPECT_EQ(to_pgn(back), to_pgn(record));
}

// A record may come from anybody: nothing in it ends a tag, a comment or a game, and no terminal
// that shows the file obeys it.
TEST(Pgn, NothingOfARecordBreaksOut) {
    const std::string escape =
        "\x1B]0;title\x07\xC2\x9B"
        "2J\x7F\r\n\n[Event \"x\"]\n\n1. A1 } 1-0\n";
    GameRecord record = won_by_the_second(escape);
    record.players[0].spec = record.players[1].clock = record.players[1].confinement = escape;
    record.sentence = record.edition = escape;
    record.moves[1].move = "B2 Stake {} 1-0" + escape;
    record.moves[2].move = kPass;
    record.moves[2].why = escape;
    const std::string text = to_pgn(record, {escape, escape, 0});
    for (const char bad : {'\x1B', '\x07', '\r', '\x7F'})
        EXPECT_EQ(text.find(bad), std::string::npos) << text;
    EXPECT_EQ(text.find("\xC2\x9B"), std::string::npos) << text;
    std::size_t events = 0;
    for (std::size_t at = 0; (at = text.find("[Event", at)) != std::string::npos; ++at)
        events += at == 0 || text[at - 1] == '\n' ? 1 : 0;
    EXPECT_EQ(events, 1U) << text;
    // One game with a move that is none, not two of them.
    const Result<std::vector<GameRecord>> read = parse_pgn(text);
    ASSERT_FALSE(read);
    EXPECT_TRUE(read.error().message.starts_with("game 1: move 2: ")) << read.error().message;
    record.moves[1].move = "B2 Stake";
    EXPECT_NE(to_pgn(record).find(" B2:Stake {"), std::string::npos);
}

TEST(Pgn, PlayedGamesComeBack) {
    for (const AnyGame* game : all_games()) {
        MatchSettings settings;
        settings.game = game;
        settings.players = {*parse_player_spec("minimax"), *parse_player_spec("random")};
        settings.edition = default_edition(*game);
        settings.bank = Seconds{10};
        settings.start.size = 5;
        settings.games = 4;
        settings.seed = 7;
        MatchWatch watch;
        watch.on_game = [&](int /*game*/, const GameRecord& record) {
            const Result<std::vector<GameRecord>> read = parse_pgn(to_pgn(record));
            EXPECT_TRUE(read) << read.error().message;
            if (!read) return false;
            const GameRecord& back = read->front();
            EXPECT_EQ(back.points, record.points);
            EXPECT_EQ(back.moves.size(), record.moves.size());
            for (std::size_t i = 0; i < record.moves.size(); ++i) {
                EXPECT_EQ(back.moves[i].position, record.moves[i].position);
                EXPECT_EQ(back.moves[i].move, record.moves[i].move);
                EXPECT_EQ(back.moves[i].gain, record.moves[i].gain);
                EXPECT_EQ(back.moves[i].player, record.moves[i].player);
                EXPECT_EQ(back.moves[i].score, record.moves[i].score);
            }
            EXPECT_EQ(to_pgn(back), to_pgn(record));
            return true;
        };
        EXPECT_TRUE(run_match(settings, watch));
    }
}

TEST(Pgn, ForeignAndBrokenFilesAreRefusedWithTheirPlace) {
    const std::string good = to_pgn(won_by_the_second());
    const auto changed = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    for (const std::string& text :
         {std::string("[Event \"?\"]\n[White \"a\"]\n\n1. e4 e5 1-0\n"),  // chess
          std::string("[Event \"?\n"), std::string("1. e4 1-0"), std::string("[Event \"?\"]\n"),
          good + "1. A1:Stake", changed("B1:Raid", "B1:Leap"), changed("A1:Stake", "A2:Raid"),
          changed("\"raid\"", "\"chess\""), changed("[FEN \"..", "[FEN \"..."),
          changed("[Result \"1-0", "[Result \"2-0"), changed("[First \"1", "[First \"x"),
          changed("Seed \"1", "Seed \"-1"), changed("Odds \"4", "Odds \"0"),
          changed("{0.25s}", "{0.25s")}) {
        const Result<std::vector<GameRecord>> read = parse_pgn(text);
        ASSERT_FALSE(read) << text;
        EXPECT_TRUE(read.error().message.starts_with("game 1: ") ||
                    read.error().message.starts_with("line "))
            << read.error().message;
    }
}

TEST(Pgn, AByteOrderMarkIsSkipped) {
    const std::string text = "\xEF\xBB\xBF" + to_pgn(won_by_the_second());
    EXPECT_TRUE(looks_like_pgn(text));
    const Result<std::vector<GameRecord>> read = parse_pgn(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->size(), 1U);
}

TEST(Pgn, LinesMayEndAsOnWindows) {
    GameRecord record = won_by_the_second();
    for (MoveRecord& move : record.moves) {
        move.score = 5;
        move.depth = 3;
    }
    std::string text = to_pgn(record);
    const auto widely = [](const std::string& lines, char mark) {
        std::string out;
        for (const char c : lines) out += c == mark ? std::string("\r\n") : std::string(1, c);
        return out;
    };
    const std::size_t moves = text.find("\n1. ");
    text = widely(text.substr(0, moves), '\n') + "\r\n" + widely(text.substr(moves + 1), ' ');
    const auto read = parse_pgn(text);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), 1U);
    ASSERT_EQ(read->front().moves.size(), record.moves.size());
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        EXPECT_EQ(read->front().moves[i].score, 5);
        EXPECT_EQ(read->front().moves[i].depth, 3);
        EXPECT_EQ(read->front().moves[i].cpu, Seconds{0.25});
    }
}

TEST(Pgn, NumbersThatAreNoWholeScoreAreRefusedByName) {
    const std::string good = to_pgn(won_by_the_second());
    const auto refusal = [&](std::string_view from, std::string_view to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        const Result<std::vector<GameRecord>> read = parse_pgn(text);
        return read ? "read" : read.error().message;
    };
    EXPECT_EQ(refusal("[Komi \"3", "[Komi \"1.5"),
              "game 1: tag Komi: found '1.5', expected a whole number from -1000000 to 1000000");
    EXPECT_EQ(refusal("[WhitePoints \"5", "[WhitePoints \"9000000000000000"),
              "game 1: tag WhitePoints: found '9000000000000000', expected a whole number from "
              "-2147483648 to 2147483647");
    EXPECT_EQ(refusal("[First \"1", "[First \"0.5"),
              "game 1: tag First: found '0.5', expected a whole number from 0 to 1");
    EXPECT_EQ(refusal("[Odds \"4", "[Odds \"four"),
              "game 1: tag Odds: found 'four', expected a number");
}

TEST(Pgn, AScoreThatNoGameHasIsLeftAlone) {
    std::string text = to_pgn(won_by_the_second());
    text.replace(text.find("{-3/4!"), 6, "{-3000000000/4!");
    const Result<std::vector<GameRecord>> read = parse_pgn(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_FALSE(read->front().moves[1].score);
}

TEST(RecordSource, ReadsFilesOfAllForms) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "record-source";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder / "games");
    const GameRecord record = won_by_the_second();
    std::string line = to_json_text(record);
    std::erase(line, '\n');
    ASSERT_TRUE(write_file_atomically(folder / "games/game-0001.json", to_json_text(record)));
    ASSERT_TRUE(write_file_atomically(folder / "games/game-0002.json", to_json_text(record)));
    ASSERT_TRUE(write_file_atomically(folder / "many.jsonl", line + "\n" + line + "\n"));
    ASSERT_TRUE(write_file_atomically(folder / "many.pgn", to_pgn(record) + to_pgn(record)));
    ASSERT_TRUE(write_file_atomically(folder / "bad.jsonl", line + "\n{}\n"));
    for (const char* const name : {"games", "many.jsonl", "many.pgn"}) {
        std::size_t count = 0;
        const Result<void> read =
            for_each_record((folder / name).string(), [&](const SourcedRecord& sourced) {
                EXPECT_EQ(sourced.number, ++count);
                EXPECT_EQ(sourced.record.start, record.start);
                return Result<bool>(true);
            });
        EXPECT_TRUE(read) << read.error().message;
        EXPECT_EQ(count, 2U) << name;
    }
    const auto nothing = [](const SourcedRecord&) { return Result<bool>(true); };
    for (const char* const name : {"bad.jsonl", "missing.json", "."}) {
        const Result<void> read = for_each_record((folder / name).string(), nothing);
        ASSERT_FALSE(read) << name;
        EXPECT_NE(read.error().message.find(folder.string()), std::string::npos);
    }
    std::filesystem::remove_all(folder);
}

TEST(RecordSource, ReadsTheOnlyRecordAndSaysWhatMakesRecordsOfSeveral) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "one-record";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder / "games");
    const GameRecord record = won_by_the_second();
    ASSERT_TRUE(write_file_atomically(folder / "one.json", to_json_text(record)));
    ASSERT_TRUE(write_file_atomically(folder / "one.pgn", to_pgn(record)));
    ASSERT_TRUE(write_file_atomically(folder / "two.pgn", to_pgn(record) + to_pgn(record)));
    ASSERT_TRUE(write_file_atomically(folder / "games/a.json", to_json_text(record)));
    ASSERT_TRUE(write_file_atomically(folder / "games/b.json", to_json_text(record)));
    ASSERT_TRUE(write_file_atomically(folder / "no.json", "{}"));
    for (const char* const name : {"one.json", "one.pgn"}) {
        const Result<GameRecord> read = read_one_record((folder / name).string());
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->start, record.start);
    }
    const auto refusal = [&](const char* name) {
        const Result<GameRecord> read = read_one_record((folder / name).string());
        return read ? "read" : read.error().message;
    };
    EXPECT_NE(refusal("two.pgn").find("found several games, expected one record; 'zerosum convert"),
              std::string::npos)
        << refusal("two.pgn");
    EXPECT_NE(refusal("games").find("expected one of its files"), std::string::npos)
        << refusal("games");
    EXPECT_NE(refusal("no.json").find("not a game record"), std::string::npos)
        << refusal("no.json");
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace zerosum

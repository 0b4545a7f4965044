#include "app/site/site.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/site/film.h"
#include "app/view/board_json.h"
#include "app/view/ledger_json.h"
#include "arena/play/match.h"
#include "games/registry.h"
#include "support/ledger_games.h"

namespace zerosum::site {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// A game of two random players, of whom the second has komi.
GameRecord played(const AnyGame& game, int size) {
    MatchSettings settings;
    settings.game = &game;
    settings.start.size = size;
    if (game.info().kinds) settings.start.kinds = game.info().kinds->usual;
    settings.edition = *find_edition("casual");
    settings.games = 1;
    settings.komi = 7;
    settings.players = {*parse_player_spec("random"), *parse_player_spec("random")};
    GameRecord record;
    MatchWatch watch;
    watch.on_game = [&](int, const GameRecord& each) {
        record = each;
        return true;
    };
    EXPECT_TRUE(run_match(settings, watch));
    return record;
}

std::map<std::string, std::string> files(const fs::path& folder) {
    std::map<std::string, std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        found[fs::relative(entry.path(), folder).string()] = text.str();
    }
    return found;
}

// What the page does with a film, once more and by other means: cells one at a time.
TEST(SiteFilm, HoldsEveryBoardOfTheGame) {
    for (const AnyGame* game : all_games()) {
        GameRecord record = played(*game, 8);
        record.points[0] -= 400;  // overtime, in the 2012 edition
        const Result<Json> frames = view::frames_json(record);
        ASSERT_TRUE(frames);
        const Result<Json> made = short_film(record);
        ASSERT_TRUE(made);
        const Json& film = *made;
        ASSERT_EQ(film["boards"].size() + 1, (*frames)["boards"].size());
        ASSERT_EQ(film["moves"].size(), record.moves.size());
        ASSERT_TRUE(film.contains("komi"));
        EXPECT_EQ(film["board"]["points"], (*frames)["boards"][0]["points"]);
        for (const std::size_t side : {0U, 1U})
            EXPECT_EQ(film["komi"][side], (*frames)["players"][side]["komi"]);
        Json rows = film["board"]["rows"];
        for (std::size_t i = 0; i < film["boards"].size(); ++i) {
            const Json& board = film["boards"][i];
            for (std::size_t k = 0; k < board[4].size(); k += 2) {
                std::size_t cell = board[4][k].get<std::size_t>();
                for (const char c : board[4][k + 1].get<std::string>()) {
                    auto row = rows[cell / 8].get<std::string>();
                    row[cell % 8] = c;
                    rows[cell / 8] = row;
                    ++cell;
                }
            }
            const Json& expected = (*frames)["boards"][i + 1];
            EXPECT_EQ(rows, expected["rows"]) << game->info().name << ", move " << i + 1;
            EXPECT_EQ(board[0], expected["to_move"]);
            EXPECT_EQ(board[1], expected["points"][0]);
            EXPECT_EQ(board[2], expected["points"][1]);
        }
        const auto [one, other] = std::minmax(record.points[0], record.points[1]);
        const Json& last = (*frames)["boards"].back()["points"];
        EXPECT_EQ(std::min(last[0], last[1]), one);
        EXPECT_EQ(std::max(last[0], last[1]), other);
    }
}

TEST(ShownNames, AreThoseOfTheRosterAndHideTheOthers) {
    const std::vector<Person> people = {{.name = "Ada Lovelace", .nick = "enchantress"},
                                        {.name = "Kurt"}};
    const ShownNames nicks(people, Names::Nick);
    EXPECT_EQ(nicks.of("Ada Lovelace"), "enchantress");
    EXPECT_EQ(nicks.of("Ada_Lovelace"), "enchantress");
    EXPECT_EQ(nicks.of("enchantress"), "enchantress");
    EXPECT_EQ(nicks.of("Kurt"), "Kurt");
    EXPECT_EQ(nicks.of("random"), "random");
    EXPECT_EQ(nicks.in("in agents/Ada Lovelace/homework.py: Ada Lovelace", "Ada Lovelace"),
              "in agents/enchantress/homework.py: enchantress");
    EXPECT_EQ(nicks.in("in agents/Ada Lovelace/homework.py: Ada_Lovelace", "Ada_Lovelace"),
              "in agents/enchantress/homework.py: enchantress");
    EXPECT_EQ(ShownNames(people, Names::Name).of("enchantress"), "Ada Lovelace");
    EXPECT_EQ(nicks.strangers({"Kurt", "random"}), std::vector<std::string>{"random"});
    EXPECT_TRUE(ShownNames().strangers({"Kurt", "random"}).empty());
    EXPECT_TRUE(nicks.check({"Ada Lovelace", "random"}));
    const Result<void> twice = nicks.check({"Ada Lovelace", "enchantress"});
    ASSERT_FALSE(twice);
    EXPECT_EQ(twice.error().message,
              "'Ada Lovelace' and 'enchantress' would both be shown as 'enchantress', expected "
              "names that differ");
}

class SiteFolder : public ::testing::Test {
 protected:
    SiteFolder() {
        std::string name = testing::TempDir() + "siteXXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    ~SiteFolder() override {
        ledger_.reset();
        fs::remove_all(folder_);
    }

    // Two players with awkward names and as many games, all with one record.
    const Ledger& ledger(int games) {
        const std::vector<LedgerPlayer> players = {{"../<b>\"x", "random", "1"},
                                                   {std::string("\xff\xfe"
                                                                "caf\xc3\xa9"),
                                                    "random", "2"}};
        ledger_.emplace(*Ledger::open_to_play(
            folder_ / "l", {{"game", "fruit"}, {"format", "ladder"}, {"games", "1000"}}));
        EXPECT_TRUE(ledger_->enter(players));
        const auto plans = Schedule({Format::RoundRobin, 2, 1}).next({});
        EXPECT_TRUE(ledger_->add_pairings(plans));
        plan_ = plans[0];
        record_ = to_json_text(played(default_game(), 10));
        add_games(0, games);
        return *ledger_;
    }
    void add_games(int from, int to) {
        for (int number = from; number < to; ++number) {
            LedgerGame game;
            game.id = game_id(plan_.id, number);
            game.pairing = plan_.id;
            game.number = number;
            game.players = {0, 1};
            game.winner = number % 2;
            game.reason = "points";
            EXPECT_TRUE(tests::keep_game(*ledger_, game, number == 0 ? "{}" : record_));
        }
    }

    fs::path folder_;
    std::optional<Ledger> ledger_;
    ScheduledPairing plan_;
    std::string record_;
};

TEST_F(SiteFolder, HoldsEveryGameOnceInFilesNamedByNumbers) {
    const fs::path site = folder_ / "site";
    const Result<Written> written = write_site(ledger(120), site, ShownNames());
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->entrants, 2U);
    EXPECT_EQ(written->games, 120U);
    EXPECT_EQ(written->unshown, 1U);  // "{}" is no record, and its page says so
    std::set<int> seen;
    std::size_t shards = 0;
    const auto all = files(site);
    EXPECT_EQ(all.size(), written->files);
    for (const auto& [name, text] : all) {
        EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789./-"),
                  std::string::npos)
            << name;
        if (!name.starts_with("data/games/")) continue;
        ++shards;
        const std::size_t open = text.find('{');
        const Json games = Json::parse(text.substr(open, text.rfind('}') - open + 1));
        for (const auto& [number, film] : games.items()) {
            EXPECT_TRUE(seen.insert(std::stoi(number)).second) << number;
            EXPECT_EQ(film.contains("trouble"), number == "1");
        }
    }
    EXPECT_EQ(seen.size(), 120U);
    EXPECT_GT(shards, 1U);
    // The page's own text holds no name of an entrant, and its title is text.
    EXPECT_EQ(all.at("index.html").find("<b>"), std::string::npos);
}

// The served page's, from the same ledger: a folder may bear the name that a nick hides.
TEST_F(SiteFolder, AReplayOnThePageDoesNotSayWhereAHandInStands) {
    (void)ledger(0);
    GameRecord record = *parse_record(record_);
    record.players[0] = {"enchantress", "dir:/home/prof/agents/Ada_Lovelace@enchantress", "none",
                         "none"};
    record.players[1] = {"rival", "so:/home/prof/rival.so@rival", "none", "none"};
    record.sentence = "enchantress did not build\nint secret = 1;";
    record_ = to_json_text(record);
    add_games(1, 3);
    const auto players = [&](int number) {
        const Result<Json> frames =
            view::ledger_frames_json(folder_ / "l", to_text(game_id(plan_.id, number)));
        EXPECT_TRUE(frames) << frames.error().message;
        if (!frames) return std::string();
        EXPECT_EQ(frames->at("result").at("sentence"), "enchantress did not build");
        return frames->at("players").dump();
    };
    ASSERT_TRUE(write_site(*ledger_, folder_ / "site", ShownNames()));
    for (const auto& [name, text] : files(folder_ / "site")) {
        EXPECT_EQ(text.find("int secret"), std::string::npos) << name;
        EXPECT_EQ(text.find("/home/prof"), std::string::npos) << name;
    }
    EXPECT_EQ(players(1).find("prof"), std::string::npos) << players(1);
    EXPECT_NE(players(1).find("\"enchantress\""), std::string::npos) << players(1);
    record.players[1] = {"Level 3", "engine:level=3", "none", "none"};
    record_ = to_json_text(record);
    add_games(3, 4);
    EXPECT_NE(players(3).find("\"engine:level=3\""), std::string::npos) << players(3);
}

TEST_F(SiteFolder, IsWrittenAgainWithEqualBytesAndWithoutWhatIsNoLongerThere) {
    const fs::path site = folder_ / "site";
    const Ledger& source = ledger(30);
    ASSERT_TRUE(write_site(source, site, ShownNames()));
    const auto once = files(site);
    std::ofstream(site / "data" / "games" / "77.js") << "old";
    std::ofstream(site / "data" / "games" / "notes.js") << "mine";
    ASSERT_TRUE(write_site(source, site, ShownNames()));
    auto again = files(site);
    EXPECT_EQ(again["data/games/notes.js"], "mine");
    again.erase("data/games/notes.js");
    EXPECT_EQ(once, again);
}

TEST_F(SiteFolder, WritesNothingButWhatChanged) {
    const fs::path site = folder_ / "site";
    const Ledger& source = ledger(120);
    const Result<Written> first = write_site(source, site, ShownNames());
    ASSERT_TRUE(first);
    EXPECT_EQ(first->changed, first->files);
    const fs::file_time_type long_ago{};
    const auto touched = [&] {
        std::set<std::string> names;
        for (const auto& [name, text] : files(site))
            if (fs::last_write_time(site / name) != long_ago) names.insert(name);
        return names;
    };
    const auto age = [&] {
        for (const auto& [name, text] : files(site)) fs::last_write_time(site / name, long_ago);
    };
    age();
    const Result<Written> same = write_site(source, site, ShownNames());
    ASSERT_TRUE(same);
    EXPECT_EQ(same->changed, 0U);
    EXPECT_EQ(same->files, first->files);
    EXPECT_EQ(touched(), std::set<std::string>{});

    // One game more: of the files of games the last one alone.
    add_games(120, 121);
    const Result<Written> more = write_site(source, site, ShownNames());
    ASSERT_TRUE(more);
    const std::set<std::string> changed = touched();
    EXPECT_EQ(more->changed, changed.size());
    std::size_t games = 0;
    for (const std::string& name : changed) games += name.starts_with("data/games/") ? 1 : 0;
    EXPECT_EQ(games, 1U);
    EXPECT_TRUE(changed.contains("data/class.js"));
    EXPECT_FALSE(changed.contains("site.js"));

    // A file that was spoilt is mended, though it has the right length.
    age();
    std::string spoilt = files(site)["data/games/0.js"];
    spoilt.back() = '?';
    std::ofstream(site / "data" / "games" / "0.js") << spoilt;
    std::ofstream(site / "data" / "games" / "77.js") << "of a longer site";
    const Result<Written> mended = write_site(source, site, ShownNames());
    ASSERT_TRUE(mended);
    EXPECT_EQ(mended->changed, 1U);
    EXPECT_EQ(mended->removed, 1U);
    EXPECT_NE(files(site)["data/games/0.js"], spoilt);
}

TEST_F(SiteFolder, IsNeverOneThatHoldsFilesOfOthers) {
    const fs::path site = folder_ / "site";
    fs::create_directory(site);
    ASSERT_TRUE(check_folder(site));
    std::ofstream(site / "index.html") << "mine";
    const Result<Written> refused = write_site(ledger(2), site, ShownNames());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("found index.html and no zerosum-site.txt"),
              std::string::npos)
        << refused.error().message;
    EXPECT_EQ(files(site), (std::map<std::string, std::string>{{"index.html", "mine"}}));
    EXPECT_FALSE(check_folder(folder_ / "none" / "site"));
    EXPECT_FALSE(check_folder(folder_ / "l"));
}

// A link in a folder that was ours must not lead the files elsewhere.
TEST_F(SiteFolder, DoesNotFollowLinks) {
    const fs::path site = folder_ / "site";
    const Ledger& source = ledger(2);
    ASSERT_TRUE(write_site(source, site, ShownNames()));
    fs::create_directory(folder_ / "elsewhere");
    fs::remove_all(site / "data");
    fs::create_directory_symlink(folder_ / "elsewhere", site / "data");
    EXPECT_FALSE(write_site(source, site, ShownNames()));
    EXPECT_TRUE(fs::is_empty(folder_ / "elsewhere"));
}

}  // namespace
}  // namespace zerosum::site

#include "arena/tournament/contest.h"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <set>
#include <utility>

#include "core/host_speed.h"
#include "core/text.h"
#include "games/registry.h"

namespace zerosum {

namespace {

constexpr const char* kLineup = "lineup";
constexpr const char* kState = "state";
constexpr const char* kComplete = "complete";
constexpr const char* kReference = "reference speed";
constexpr std::string_view kGamesEach = "games ";
constexpr std::string_view kTime = "time ";
constexpr std::string_view kBoard = "board ";
constexpr double kLeastBank = std::numeric_limits<double>::min();  // seconds: more than none
constexpr double kMostSpeed = 1e9;                                 // see core/host_speed.h

std::string text_of(const Until& until) {
    if (until.sure) return "sure";
    if (until.games_each > 0) return fmt::format("{}{}", kGamesEach, until.games_each);
    if (until.time > 0) return fmt::format("{}{}", kTime, until.time);
    return "";
}

// Facts by their names. The first that is missing or makes no sense is the error.
class Facts {
 public:
    explicit Facts(Identity facts) : facts_(std::move(facts)) {}

    std::string text(const std::string& name) {
        const auto found = facts_.find(name);
        if (found == facts_.end()) complain(name, "nothing");
        return found == facts_.end() ? "" : found->second;
    }
    template <typename Number>
    Number number(const std::string& name, Number low, Number high) {
        const std::string found = text(name);
        Number value{};
        const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
        const bool read = error == std::errc{} && end == found.data() + found.size();
        if (read && value >= low && value <= high) return value;
        complain(name, found);
        return low;
    }
    bool boolean(const std::string& name) {
        const std::string found = text(name);
        if (found != "true" && found != "false") complain(name, found);
        return found == "true";
    }
    void complain(const std::string& name, std::string_view found) {
        if (wrong_.empty())
            wrong_ = fmt::format("found {} for '{}'", printable(found, 100), printable(name, 100));
    }
    [[nodiscard]] const Identity& all() const { return facts_; }
    [[nodiscard]] Result<void> sound() const {
        if (wrong_.empty()) return {};
        return fail("its settings cannot be read: {}", wrong_);
    }

 private:
    Identity facts_;
    std::string wrong_;
};

// "board 001", "board 002", ...: they are counted, as "board 1000" sorts before "board 101".
std::vector<std::string> boards_of(Facts& facts) {
    std::vector<std::string> boards;
    for (const auto& [name, unused] : facts.all())
        if (name.starts_with(kBoard)) boards.emplace_back();
    for (std::size_t i = 0; i < boards.size(); ++i)
        boards[i] = facts.text(fmt::format("{}{:03}", kBoard, i + 1));
    return boards;
}

Result<MatchSettings> match_of(Facts& facts) {
    constexpr StartOptions least;  // what is not said is left to the game
    MatchSettings match;
    const Result<const AnyGame*> game = find_game(facts.text("game"));
    if (!game) return tl::unexpected(game.error());
    const Result<Edition> edition = find_edition(facts.text("edition"));
    if (!edition) return tl::unexpected(edition.error());
    match.game = *game;
    match.edition = *edition;
    match.start = edition->start;
    match.start.size = facts.number("size", least.size, TournamentLimits::size);
    match.start.kinds = facts.number("kinds", least.kinds, TournamentLimits::kinds);
    match.start.pieces = facts.number("pieces", least.pieces, TournamentLimits::pieces);
    match.bank = Seconds{facts.number("bank", kLeastBank, kMostBank.count())};
    match.komi = facts.number("komi", -kMostKomi, kMostKomi);
    match.games = facts.number("games", 1, TournamentLimits::games);
    match.paired = facts.boolean("paired");
    match.boards = boards_of(facts);
    return match;
}

Until until_of(Facts& facts) {
    Until until;
    const std::string text = facts.text("until");
    const auto behind = [&](std::string_view word, std::int64_t most) {
        const std::int64_t number =
            parse_int(std::string_view(text).substr(word.size())).value_or(0);
        if (number < 1 || number > most) facts.complain("until", text);
        return number;
    };
    if (text == "sure") {
        until.sure = true;
    } else if (text.starts_with(kGamesEach)) {
        until.games_each = static_cast<int>(behind(kGamesEach, TournamentLimits::games_each));
    } else if (text.starts_with(kTime)) {
        until.time = behind(kTime, std::numeric_limits<std::int64_t>::max());
    } else if (!text.empty()) {
        facts.complain("until", text);
    }
    return until;
}

Result<std::vector<PlayerIndex>> lineup_from(const std::string& text, std::size_t players) {
    std::vector<PlayerIndex> who;
    std::set<PlayerIndex> named;
    for (const char* at = text.data(); *at != '\0';) {
        char* end = nullptr;
        const unsigned long long number = std::strtoull(at, &end, 10);
        if (end == at || number >= players || !named.insert(number).second)
            return fail("its list of who takes part cannot be read");
        who.push_back(number);
        at = end + static_cast<int>(*end == ' ');
    }
    return who;
}

Result<Contest> contest_of(Facts facts, std::vector<LedgerPlayer> players) {
    Contest contest;
    TournamentSettings& settings = contest.settings;
    const Result<MatchSettings> match = match_of(facts);
    if (!match) return tl::unexpected(match.error());
    settings.match = *match;
    const std::string format = facts.text("format");
    settings.format = parse_format(format).value_or(Format::RoundRobin);
    if (!parse_format(format)) facts.complain("format", format);
    settings.title = facts.text("title");
    settings.rounds = facts.number("rounds", 1, TournamentLimits::rounds);
    settings.challengers = facts.number("challengers", 1, TournamentLimits::challengers);
    settings.seed = facts.number("seed", std::uint64_t{0}, ~std::uint64_t{0});
    settings.play_all = facts.boolean("play_all");
    settings.until = until_of(facts);
    settings.folder = facts.text("folder");
    settings.scale_banks = facts.all().contains("scale_banks");
    contest.tools.python2 = facts.text("python2");
    contest.reference_speed = facts.number(kReference, 0.0, kMostSpeed);
    if (const Result<void> sound = facts.sound(); !sound) return tl::unexpected(sound.error());
    contest.players = std::move(players);
    contest.lineup = facts.text(kLineup);
    Result<std::vector<PlayerIndex>> who = lineup_from(contest.lineup, contest.players.size());
    if (!who) return tl::unexpected(who.error());
    contest.who = std::move(*who);
    return contest;
}

}  // namespace

Result<void> keep_contest(Ledger& ledger, const TournamentSettings& settings,
                          std::span<const PlayerIndex> who) {
    const Result<std::string> reference = ledger.about(kReference);
    if (!reference) return tl::unexpected(reference.error());
    std::error_code unused;
    const Identity facts = {
        {"title", settings.title},
        {"rounds", fmt::format("{}", settings.rounds)},
        {"play_all", settings.play_all ? "true" : "false"},
        {"until", text_of(settings.until)},
        // Where `dir:` players are found on this machine, and on others that have the folder too.
        {"folder", std::filesystem::absolute(settings.folder, unused).string()},
        {"python2", settings.tools.python2},
        {kReference, reference->empty() ? fmt::format("{}", host_speed()) : *reference},
        {kLineup, fmt::format("{}", fmt::join(who, " "))},
    };
    for (const auto& [name, value] : facts)
        if (Result<void> kept = ledger.set_about(name, value); !kept) return kept;
    return {};
}

Result<Contest> read_contest(const Ledger& ledger) {
    Result<Identity> identity = ledger.identity();
    if (!identity) return tl::unexpected(identity.error());
    for (const char* name :
         {"title", "rounds", "play_all", "until", "folder", "python2", kReference, kLineup}) {
        const Result<std::string> value = ledger.about(name);
        if (!value) return tl::unexpected(value.error());
        identity->try_emplace(name, *value);
    }
    if (identity->at("rounds").empty())
        return tl::unexpected(
            ledger.named({"no tournament was begun on it yet: zerosum tournament FILE does that"}));
    Result<std::vector<LedgerPlayer>> players = ledger.players();
    if (!players) return tl::unexpected(players.error());
    return contest_of(Facts(std::move(*identity)), std::move(*players))
        .map_error([&](const Error& error) { return ledger.named(error); });
}

Result<bool> is_current(const Ledger& ledger, const Contest& contest) {
    return ledger.about(kLineup).map(
        [&](const std::string& lineup) { return lineup == contest.lineup; });
}

Result<bool> is_complete(const Ledger& ledger) {
    return ledger.about(kState).map([](const std::string& state) { return state == kComplete; });
}

Result<void> set_complete(Ledger& ledger, bool complete) {
    return ledger.set_about(kState, complete ? kComplete : "open");
}

}  // namespace zerosum

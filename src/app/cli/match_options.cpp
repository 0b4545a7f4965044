#include "app/cli/match_options.h"

namespace zerosum::cli {

void BoardOptions::add_to(Command& command) {
    command.add_option("--game", game, game_names("or"))
        ->show_default()
        ->suggests(game_suggestions());
    command.add_option("--size", start.size, "side of the board")->check(at_least_one);
    command.add_option("--kinds", start.kinds, "kinds of pieces, where a game has them")
        ->check(at_least_one);
    command.add_option("--pieces", start.pieces,
                       "random pieces per side at the start, where a game has them");
    command.add_option("--boards", boards, "play these boards (see zerosum boards) in turn");
    command.add_option("--bank", bank, "CPU seconds a player has for a whole game");
    command.add_option("--edition", edition, "rules of the match: 2017, 2016, 2012 or casual")
        ->suggests({"2017", "2016", "2012", "casual"});
    command.add_option("--penalty", penalty, "points per second of overtime (edition 2012)");
    command.add_option("--komi", komi, "points given to the player who moves second")
        ->between(-kMostKomi, kMostKomi);
    command.add_option("--seed", seed, "boards and draws depend on it alone")->show_default();
}

Result<MatchSettings> BoardOptions::settings() const {
    MatchSettings settings;
    const Result<const AnyGame*> found = find_game(game);
    if (!found) return tl::unexpected(found.error());
    settings.game = *found;
    settings.edition = default_edition(**found);
    if (!edition.empty()) {
        const Result<Edition> named = find_edition(edition);
        if (!named) return tl::unexpected(named.error());
        settings.edition = *named;
    }
    if (penalty != -1) {
        if (settings.edition.overtime_loses)
            return fail("--penalty is for --edition 2012: in edition {} overtime loses the game",
                        settings.edition.name);
        if (penalty < 0) return fail("--penalty {}: expected 0 or more points per second", penalty);
        settings.edition.penalty = penalty;
    }
    settings.bank = bank ? Seconds{*bank} : settings.edition.bank;
    if (!(settings.bank > Seconds{0}) || settings.bank > kMostBank)
        return fail("--bank {}: expected seconds above 0 and up to {}", settings.bank.count(),
                    kMostBank.count());
    settings.start = start;
    if (settings.start.size == 0) settings.start.size = settings.edition.start.size;
    if (settings.start.kinds == 0) settings.start.kinds = settings.edition.start.kinds;
    if (!boards.empty()) {
        Result<std::vector<std::string>> lines = read_boards(**found, boards);
        if (!lines) return tl::unexpected(lines.error());
        settings.boards = std::move(*lines);
    }
    settings.komi = komi;
    settings.seed = seed;
    // Draw one board now, so that a wrong size is reported before anything is built or played.
    Random random(seed);
    if (const Result<PositionPtr> drawn = (*found)->start(settings.start, random); !drawn)
        return tl::unexpected(drawn.error());
    return settings;
}

}  // namespace zerosum::cli

// zerosum ugi: the engine for match runners that speak the Universal Game Interface.

#include <cstdio>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/ugi/ugi_engine.h"
#include "games/registry.h"
#include "players/spec.h"

namespace zerosum::cli {

namespace {

struct UgiOptions {
    std::string player = "engine";
    std::string game{default_game().name()};
};

Result<int> run_ugi(const UgiOptions& options) {
    const Result<const AnyGame*> game = find_game(options.game);
    if (!game) return tl::unexpected(game.error());
    // A player that cannot be made is reported now, not in the middle of a game.
    const Result<PlayerSpec> player = parse_player_spec(options.player);
    if (!player) return tl::unexpected(player.error());
    const Result<PlayerPtr> trial = make_player(*player, **game);
    if (!trial) return tl::unexpected(trial.error());
    UgiEngine engine(*player, **game,
                     [](const std::string& line) { (void)write_out(line + "\n"); });
    std::string line;
    while (std::ferror(stdout) == 0 && std::getline(std::cin, line))
        if (!engine.obey(line)) return kDone;
    engine.finish();  // the end of the input is not "quit": a search still reports its move
    return kDone;
}

}  // namespace

void add_ugi(Commands& commands) {
    auto options = std::make_shared<UgiOptions>();
    Command* command =
        commands.add("ugi", "Speak the Universal Game Interface on standard input and output",
                     "zerosum ugi\nzerosum ugi --player engine:level=5 --game fruit\n"
                     "zerosum match 'ugi:zerosum ugi' minimax",
                     [options] { return run_ugi(*options); });
    command->add_option("--player", options->player, "who thinks")
        ->show_default()
        ->suggests(player_suggestions());
    command
        ->add_option("--game", options->game,
                     game_names("or") + ": that of 'position startpos'; others tell by themselves")
        ->show_default()
        ->suggests(game_suggestions());
}

}  // namespace zerosum::cli

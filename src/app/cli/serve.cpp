// zerosum serve: the web front end.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <thread>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/page/assets.h"
#include "app/web/address.h"
#include "app/web/server.h"
#include "arena/desk/desk.h"
#include "arena/tournament/ledger.h"
#include "core/files.h"
#include "core/secret.h"

namespace zerosum::cli {

namespace {

struct ServeOptions {
    web::ServerOptions server;
    web::ApiOptions api;
    std::string games;       // file; empty: the user's own
    std::string class_file;  // of a hand-in desk; empty: none
    std::vector<std::string> players;
};

// $XDG_DATA_HOME/zerosum/games.db, as the desktop's conventions have it.
std::string default_games_file() {
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data != '\0') return std::string(data) + "/zerosum/games.db";
    const char* home = std::getenv("HOME");
    return std::string(home == nullptr ? "." : home) + "/.local/share/zerosum/games.db";
}

std::uint64_t fresh_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32U) | device();
}

// A ledger may come later, when its tournament begins; one that is there must be one.
Result<void> check_ledgers(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        std::error_code unused;
        if (sql::is_server(file) || std::filesystem::exists(file, unused)) {
            if (const Result<Ledger> ledger = Ledger::open_to_read(file); !ledger)
                return tl::unexpected(ledger.error());
            continue;
        }
        if (const Result<void> place = check_place(file); !place)
            return fail("--ledger {}", place.error().message);
        print_error(
            fmt::format("--ledger {}: there is no such file yet; its page waits for it", file));
    }
    return {};
}

// The hand-in desk of a class, whose ladder is shown as the last ledger.
Result<std::unique_ptr<Desk>> open_desk(ServeOptions& options) {
    Result<ClassSettings> settings = read_class(options.class_file);
    if (!settings) return tl::unexpected(settings.error());
    if (!settings->ladder.notice.empty()) print_error(settings->ladder.notice);
    options.api.ledgers.push_back(settings->ladder.ledger.string());
    Result<std::unique_ptr<Desk>> desk =
        Desk::open(std::move(*settings),
                   [](const std::string& sentence) { print_error("desk: " + sentence); });
    if (!desk) return desk;
    const Result<std::vector<Person>> people = (*desk)->store().people();
    if (!people) return tl::unexpected(people.error());
    if (people->empty())
        return fail("{}: nobody has a token yet: run 'zerosum roster {}' first", options.class_file,
                    (*desk)->settings().roster.string());
    options.api.desk = desk->get();
    return desk;
}

Result<int> run_serve(ServeOptions options) {
    if (const Result<void> known = check_ledgers(options.api.ledgers); !known)
        return tl::unexpected(known.error());
    if (!web::is_loopback(options.server.address) && options.api.token.empty()) {
        Result<std::string> token = fresh_secret();
        if (!token) return tl::unexpected(token.error());
        options.api.token = std::move(*token);
    }
    options.api.version = ZEROSUM_VERSION;
    options.api.seed = fresh_seed();
    if (options.api.threads == 0)
        options.api.threads = std::max(1U, std::thread::hardware_concurrency());
    if (options.games.empty()) options.games = default_games_file();
    Result<web::GameStore> store = web::GameStore::open(options.games);
    if (!store) return tl::unexpected(store.error());
    std::unique_ptr<Desk> desk;  // outlives the API
    if (!options.class_file.empty()) {
        Result<std::unique_ptr<Desk>> opened = open_desk(options);
        if (!opened) return tl::unexpected(opened.error());
        desk = std::move(*opened);
        desk->start();
    }
    Result<std::shared_ptr<web::Agents>> agents = web::Agents::make(options.players);
    if (!agents) return tl::unexpected(agents.error());
    options.api.agents = std::move(*agents);
    if (page::find_asset("/index.html") == nullptr)
        print_error("note: this zerosum was built without its page; only the API answers");
    web::Api api(options.api, std::move(*store));
    const Result<void> served = web::serve(api, options.server, [&](std::uint16_t port) {
        const auto print_links = [&](std::string_view says, const std::string& path) {
            for (const std::string& link :
                 web::links(options.server.address, port, options.api.token, path))
                fmt::print("{} {}\n", says, link);
        };
        print_links("zerosum serves", "");
        if (desk) print_links("students hand in at", "desk");
        std::fflush(stdout);
    });
    if (!served) return tl::unexpected(served.error());
    return kDone;
}

}  // namespace

void add_serve(Commands& commands) {
    auto options = std::make_shared<ServeOptions>();
    Command* command =
        commands.add("serve", "Play, analyse, replay and watch tournaments in the browser",
                     "zerosum serve\nzerosum serve --ledger class.ledger\n"
                     "zerosum serve --address 0.0.0.0 --port 80\n"
                     "zerosum serve --class class.toml",
                     [options] { return run_serve(*options); });
    command->add_option("--port", options->server.port, "port to listen on, 0 for any that is free")
        ->show_default();
    command
        ->add_option("--address", options->server.address,
                     "address to listen on; any but loopback requires a token")
        ->show_default();
    command->add_option("--token", options->api.token,
                        "what visitors must show; drawn when --address asks for one");
    command->add_option("--ledger", options->api.ledgers, "tournament ledgers to show")
        ->takes_one_at_a_time();
    command
        ->add_option("--player", options->players,
                     "programs to play against on the page, cmd:COMMAND or dir:DIRECTORY")
        ->takes_one_at_a_time();
    command->add_option("--class", options->class_file,
                        "a class: its hand-in desk and its ladder, see docs/class.md");
    command->add_option(
        "--games", options->games,
        "where games are kept (default: zerosum/games.db in the user's data folder)");
    command
        ->add_option("--threads", options->api.threads,
                     "engines at work at once (default: every core)")
        ->between(1, 256);
}

}  // namespace zerosum::cli

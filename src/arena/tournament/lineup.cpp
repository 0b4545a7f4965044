#include "arena/tournament/lineup.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "players/programs/player_sources.h"
#include "sandbox/machine.h"

namespace zerosum {

namespace {

// Why this machine cannot run an agent that the store took; nothing when it can, or plays no games.
std::optional<std::string> not_run(const PlayerSpec& spec, AgentStore& store, bool plays) {
    if (!plays || spec.kind != PlayerKind::Directory) return std::nullopt;
    return store.not_run(spec.argument, spec.tools, best_setup());
}

// What becomes of one hand-in: its entrant, or nothing when it is not to be entered (now).
std::optional<Entrant> take_hand_in(const HandIn& hand_in, const Lineup& lineup, HandIns& folder,
                                    const Tell& came, const Tell& refused) {
    const std::string text = fmt::format("dir:{}@{}", hand_in.directory.string(), hand_in.name);
    if (holds_control_characters(text)) {
        refused(fmt::format("{}: not taken: its folder's name holds a control character",
                            hand_in.name));
        folder.accept(hand_in);
        return std::nullopt;
    }
    PlayerSpec spec{text,         PlayerKind::Directory, {}, hand_in.directory.string(),
                    hand_in.name, lineup.tools};
    const auto old =
        std::find_if(lineup.entrants.begin(), lineup.entrants.end(),
                     [&](const Entrant& entrant) { return entrant.player.name == hand_in.name; });
    const bool is_new = old == lineup.entrants.end();
    if (!is_new && old->spec.argument != spec.argument) {
        refused(fmt::format("{}: not taken, there is another player called '{}'",
                            hand_in.directory.string(), hand_in.name));
        folder.accept(hand_in);
        return std::nullopt;
    }
    // Kept only when all is well: what the entrant had before may still be played.
    AgentStore store = *lineup.agents;
    const Result<std::string> sources = store.take(hand_in.directory);
    if (!HandIns::unchanged(hand_in)) return std::nullopt;  // it is being written to: next time
    folder.accept(hand_in);
    if (!sources) {
        refused(fmt::format("{}: not taken: {}", hand_in.name, sources.error().message));
        return std::nullopt;
    }
    if (!is_new && old->player.fingerprint == *sources) return std::nullopt;
    if (const std::optional<std::string> why = not_run(spec, store, lineup.plays)) {
        refused(fmt::format("{}: not taken: {}", hand_in.name, *why));
        return std::nullopt;
    }
    *lineup.agents = std::move(store);
    came(fmt::format("{} {}", hand_in.name, is_new ? "takes part" : "has a new version"));
    return Entrant{{hand_in.name, text, *sources}, std::move(spec)};
}

}  // namespace

Result<Lineup> lineup_of(const TournamentSettings& settings, const Tell& tell) {
    Lineup lineup{{}, std::make_shared<AgentStore>(), settings.tools, settings.jobs > 0};
    for (std::size_t i = 0; i < settings.players.size(); ++i) {
        Entrant entrant{settings.players[i], settings.specs[i]};
        Result<std::string> sources = sources_of(entrant.spec, *lineup.agents);
        const bool carried = entrant.spec.kind == PlayerKind::Directory;
        if (!sources && carried) return tl::unexpected(sources.error());
        // A program may be installed where games are played and not where they are planned.
        entrant.player.fingerprint = sources.value_or(entrant.player.spec);
        if (const std::optional<std::string> why =
                not_run(entrant.spec, *lineup.agents, lineup.plays)) {
            if (tell) tell(fmt::format("{}: left out: {}", entrant.player.name, *why));
            continue;
        }
        lineup.entrants.push_back(std::move(entrant));
    }
    return lineup;
}

std::optional<Lineup> with_hand_ins(const Lineup& before, HandIns& folder, const Tell& came,
                                    const Tell& refused) {
    const std::vector<HandIn> found =
        folder.look(std::chrono::system_clock::now().time_since_epoch());
    if (found.empty()) return std::nullopt;
    Lineup lineup{before.entrants, std::make_shared<AgentStore>(*before.agents), before.tools,
                  before.plays};
    bool any = false;
    for (const HandIn& hand_in : found) {
        std::optional<Entrant> entrant = take_hand_in(hand_in, lineup, folder, came, refused);
        if (!entrant) continue;
        any = true;
        const auto old =
            std::find_if(lineup.entrants.begin(), lineup.entrants.end(),
                         [&](const Entrant& e) { return e.player.name == entrant->player.name; });
        if (old == lineup.entrants.end()) {
            lineup.entrants.push_back(std::move(*entrant));
        } else {
            *old = std::move(*entrant);
        }
    }
    if (!any) return std::nullopt;
    return lineup;
}

Result<void> check_bracket(std::span<const ScheduledPairing> drawn,
                           std::span<const LedgerPlayer> players, const Lineup& lineup) {
    std::map<std::string, std::string> places;  // fingerprint by name
    for (const ScheduledPairing& pairing : drawn) {
        if (pairing.round > 1) continue;
        for (const PlayerIndex player : {pairing.first, pairing.second})
            if (player < players.size()) places[players[player].name] = players[player].fingerprint;
    }
    if (places.empty()) return {};
    std::vector<std::string> strangers;
    for (const Entrant& entrant : lineup.entrants) {
        const auto place = places.find(entrant.player.name);
        if (place == places.end()) {
            strangers.push_back(entrant.player.name + " is new");
            continue;
        }
        if (place->second != entrant.player.fingerprint)
            strangers.push_back(entrant.player.name + " has changed");
        places.erase(place);
    }
    for (const auto& [name, unused] : places) strangers.push_back(name + " is missing");
    if (strangers.empty()) return {};
    return fail(
        "the bracket of this knock-out is drawn, and who loses once is out: it has no place for a "
        "late or changed hand-in ({}). A ladder, a round robin or a Swiss has; or begin a new "
        "ledger",
        fmt::join(strangers, ", "));
}

}  // namespace zerosum

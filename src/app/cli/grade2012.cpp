#include "app/cli/grade2012.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "arena/grade/class2012.h"
#include "arena/tournament/standings.h"

namespace zerosum::cli {

namespace {

// The agents of a class tournament that stand above greedy, the best first.
Result<std::vector<std::string>> ranked_above_greedy(const std::string& file) {
    std::vector<std::string> names;
    const Result<Ledger> ledger = Ledger::open_to_read(file);
    if (!ledger) return tl::unexpected(ledger.error());
    const Result<Standings> standings = make_standings(*ledger);
    if (!standings) return tl::unexpected(standings.error());
    const auto spec_is = [](std::string_view spec) {
        return
            [spec](const StandingLine& line) { return line.spec.substr(0, spec.size()) == spec; };
    };
    const auto greedy =
        std::find_if(standings->lines.begin(), standings->lines.end(), spec_is("greedy"));
    if (greedy == standings->lines.end())
        return fail("--ledger {}: found no greedy among the players, expected a class tournament",
                    file);
    for (auto line = standings->lines.begin(); line != greedy; ++line)
        if (!spec_is("random")(*line)) names.push_back(line->name);
    return names;
}

nlohmann::ordered_json tally_json(const Tally& tally) {
    return {{"wins", tally.wins}, {"losses", tally.losses}, {"draws", tally.draws}};
}

void print_grade_2012(const Grade2012& grade, std::size_t rank) {
    const auto games = [](const Tally& tally) {
        return fmt::format("{} won, {} lost, {} drawn", tally.wins, tally.losses, tally.draws);
    };
    const double extra = extra_2012(rank);
    fmt::print("{}: {:.1f} of {:g}{}\n  random: {}\n", grade.agent, grade.earned, kMost2012,
               extra > 0 ? fmt::format(" and {:g} extra: {:.1f}", extra, grade.earned + extra)
                         : std::string(),
               games(grade.random));
    if (grade.greedy.games() > 0)
        fmt::print("  greedy: {}, {:+.1f} % of its points\n", games(grade.greedy),
                   100 * grade.margin);
    if (rank > 0)
        fmt::print("  rank {} above greedy{}\n", rank, extra > 0 ? ", which is extra" : "");
    if (!grade.reason.empty()) fmt::print("  {}\n", grade.reason);
}

}  // namespace

Result<int> run_grade_2012(std::span<const PlayerSpec> agents, const Grade2012Settings& settings,
                           const std::string& ledger, bool json, bool quiet) {
    std::vector<std::string> ranked;
    if (!ledger.empty()) {
        Result<std::vector<std::string>> found = ranked_above_greedy(ledger);
        if (!found) return tl::unexpected(found.error());
        ranked = std::move(*found);
    }
    const Interrupt interrupt;
    Progress progress(!json && !quiet);
    double done = 0;
    const double total = 2.0 * settings.games * static_cast<double>(agents.size());
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    bool full = true;
    for (const PlayerSpec& agent : agents) {
        const Result<Grade2012> grade =
            grade_2012(agent, settings, interrupt.token(),
                       [&](std::string_view opponent, const GameRecord& record) {
                           progress.show(++done, total,
                                         fmt::format("{} against {}: {}", agent.name, opponent,
                                                     record.winner == 0 ? "won" : "not won"));
                       });
        progress.clear();
        if (!grade) return fail("{}: {}", agent.text, grade.error().message);
        const auto place = std::find(ranked.begin(), ranked.end(), agent.name);
        const std::size_t rank =
            place == ranked.end() ? 0 : static_cast<std::size_t>(place - ranked.begin()) + 1;
        full = full && grade->earned >= kMost2012;
        if (json) {
            list.push_back({{"agent", grade->agent},
                            {"earned", grade->earned},
                            {"extra", extra_2012(rank)},
                            {"possible", kMost2012},
                            {"rank", rank},
                            {"random", tally_json(grade->random)},
                            {"greedy", tally_json(grade->greedy)},
                            {"margin", grade->margin},
                            {"reason", grade->reason}});
        } else {
            print_grade_2012(*grade, rank);
        }
    }
    if (json) write_json({{"edition", "2012"}, {"agents", std::move(list)}});
    return full ? kDone : kAnswerIsNo;
}

}  // namespace zerosum::cli

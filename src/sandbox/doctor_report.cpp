#include <algorithm>

#include "sandbox/doctor.h"

namespace zerosum {

namespace {

constexpr std::size_t title_width = 30;
constexpr std::size_t column_width = 11;

// Who is in use is marked, and so is what got away.
std::string heading(std::string_view name, bool chosen) {
    return std::string(name) + (chosen ? "*" : "");
}

using Tiers = std::vector<const Tier*>;

Tiers working(const std::vector<Tier>& tiers) {
    Tiers list;
    for (const Tier& tier : tiers)
        if (tier.works) list.push_back(&tier);
    return list;
}

// Every tier was tried with the same evasions in the same order.
template <typename Cell>
std::string rows(const Tiers& tiers, Cell cell) {
    std::string text;
    const std::size_t count = tiers.empty() ? 0 : tiers[0]->proofs.size();
    for (std::size_t row = 0; row < count; ++row) {
        std::string line = fmt::format("  {:<{}}", tiers[0]->proofs[row].evasion, title_width);
        for (const Tier* tier : tiers) {
            const bool tried = row < tier->proofs.size();
            line += fmt::format("{:<{}}", tried ? cell(tier->proofs[row]) : "?", column_width);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string clock_table(const Diagnosis& diagnosis) {
    const Tiers tiers = working(diagnosis.clocks);
    std::string head = fmt::format("  {:<{}}", "", title_width);
    for (const Tier* tier : tiers) {
        const bool chosen = tier->name == clock_name(diagnosis.chosen.clock);
        head += fmt::format("{:<{}}", heading(tier->name, chosen), column_width);
    }
    return "\nThe error of each clock when 100 ms are burnt (*: in use, !: it got away with it)\n" +
           head.substr(0, head.find_last_not_of(' ') + 1) + "\n" +
           rows(tiers, [](const Proof& proof) {
               return proof.caught ? proof.detail : proof.detail + " !";
           });
}

std::string wall_table(const Diagnosis& diagnosis) {
    const Tiers tiers = working(diagnosis.walls);
    std::string text = "\nWhat the walls hold against (*: in use)\n";
    std::string head = fmt::format("  {:<{}}", "", title_width);
    for (std::size_t i = 0; i < tiers.size(); ++i) {
        const bool chosen = tiers[i]->name == confinement_name(diagnosis.chosen.confinement);
        const std::string number = heading(std::to_string(i + 1), chosen);
        text += fmt::format("  {:<3}{}\n", number, tiers[i]->name);
        head += fmt::format("{:<{}}", number, column_width);
    }
    return text + head.substr(0, head.find_last_not_of(' ') + 1) + "\n" +
           rows(tiers, [](const Proof& proof) -> std::string {
               return proof.caught ? "caught" : "THROUGH";
           });
}

std::string missing_tiers(const Diagnosis& diagnosis) {
    std::string text;
    for (const auto* tiers : {&diagnosis.clocks, &diagnosis.walls})
        for (const Tier& tier : *tiers)
            if (!tier.works) text += fmt::format("  {}: {}\n", tier.name, tier.trouble);
    return text.empty() ? "" : "\nNot to be had here\n" + text;
}

}  // namespace

std::vector<Proof> Diagnosis::missed() const {
    std::vector<Proof> list;
    const auto look = [&](const std::vector<Tier>& tiers, std::string_view name) {
        const auto tier =
            std::find_if(tiers.begin(), tiers.end(), [&](const Tier& t) { return t.name == name; });
        if (tier == tiers.end() || !tier->works) {
            list.push_back({std::string(name), false, "does not work here", {}, {}});
            return;
        }
        std::copy_if(tier->proofs.begin(), tier->proofs.end(), std::back_inserter(list),
                     [](const Proof& proof) { return !proof.caught; });
    };
    look(clocks, clock_name(chosen.clock));
    look(walls, confinement_name(chosen.confinement));
    return list;
}

std::string describe(const Diagnosis& diagnosis) {
    std::string text = fmt::format(
        "Clock {}, walls {}, as {}.\nA run costs {:.1f} ms of CPU time beside the program's own; "
        "none of it is charged.\n",
        clock_name(diagnosis.chosen.clock), confinement_name(diagnosis.chosen.confinement),
        diagnosis.root ? "root" : "an ordinary user", 1e3 * diagnosis.overhead.count());
    const std::vector<Proof> missed = diagnosis.missed();
    text += missed.empty() ? "What is in use here caught everything that was tried.\n"
                           : "NOT everything was caught by what is in use here:\n";
    for (const Proof& proof : missed)
        text += fmt::format("  {}: {}\n", proof.evasion, proof.detail);
    return text + clock_table(diagnosis) + wall_table(diagnosis) + missing_tiers(diagnosis);
}

}  // namespace zerosum

#include <algorithm>

#include "sandbox/doctor.h"

namespace zerosum {

namespace {

constexpr std::size_t kTitleWidth = 33;
constexpr std::size_t kColumnWidth = 11;

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
        std::string line = fmt::format("  {:<{}}", tiers[0]->proofs[row].evasion, kTitleWidth);
        for (const Tier* tier : tiers) {
            const bool tried = row < tier->proofs.size();
            line += fmt::format("{:<{}}", tried ? cell(tier->proofs[row]) : "?", kColumnWidth);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
}

std::string clock_table(const Diagnosis& diagnosis) {
    const Tiers tiers = working(diagnosis.clocks);
    std::string head = fmt::format("  {:<{}}", "", kTitleWidth);
    for (const Tier* tier : tiers) {
        const bool chosen = tier->name == clock_name(diagnosis.chosen.clock);
        head += fmt::format("{:<{}}", heading(tier->name, chosen), kColumnWidth);
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
    std::string head = fmt::format("  {:<{}}", "", kTitleWidth);
    for (std::size_t i = 0; i < tiers.size(); ++i) {
        const bool chosen = tiers[i]->name == confinement_name(diagnosis.chosen.confinement);
        const std::string number = heading(std::to_string(i + 1), chosen);
        text += fmt::format("  {:<3}{}\n", number, tiers[i]->name);
        head += fmt::format("{:<{}}", number, kColumnWidth);
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
                     [](const Proof& proof) { return !proof.caught && proof.decides; });
    };
    look(clocks, clock_name(chosen.clock));
    look(walls, confinement_name(chosen.confinement));
    return list;
}

std::vector<std::string> Diagnosis::advice() const {
    std::vector<std::string> lines;
    if (!own_users())
        lines.emplace_back(
            "For a user of its own for every program: install uidmap and give this account numbers "
            "(as root: usermod --add-subuids 100000-165535 --add-subgids 100000-165535 NAME).");
    if (sound()) return lines;
    const std::size_t before = lines.size();
    const auto works_with = [](const std::vector<Tier>& tiers, std::string_view part) {
        return std::any_of(tiers.begin(), tiers.end(), [&](const Tier& tier) {
            return tier.works && tier.name.find(part) != std::string::npos;
        });
    };
    if (!works_with(walls, "pids") && !works_with(walls, "bwrap"))
        lines.emplace_back(
            "For more: allow user namespaces (sysctl user.max_user_namespaces, and "
            "kernel.unprivileged_userns_clone or kernel.apparmor_restrict_unprivileged_userns "
            "where there is such a switch), install bubblewrap, or run as root.");
    if (!works_with(walls, "landlock") && !works_with(walls, "bwrap"))
        lines.emplace_back("For more: a kernel with Landlock (5.13 or newer), or bubblewrap.");
    if (!works_with(clocks, "cgroup") && !works_with(clocks, "ptrace"))
        lines.emplace_back(
            "For a true clock: allow ptrace of own children, or give this user a control group.");
    if (lines.size() == before)
        lines.emplace_back(
            "More can be had here: unset ZEROSUM_CLOCK and ZEROSUM_CONFINEMENT, or report this.");
    return lines;
}

std::string describe(const Diagnosis& diagnosis) {
    std::string text = fmt::format(
        "Clock {}, walls {}, as {}.\nA run costs {:.1f} ms of CPU time beside the program's own; "
        "none of it is charged.\n",
        clock_name(diagnosis.chosen.clock), confinement_name(diagnosis.chosen.confinement),
        diagnosis.root ? "root" : "an ordinary user", 1e3 * diagnosis.overhead.count());
    const std::vector<Proof> missed = diagnosis.missed();
    text += missed.empty()
                ? "Good for graded work: what is in use here caught everything that was tried.\n"
                : "Good for your own programs only. What is in use here did not catch:\n";
    for (const Proof& proof : missed)
        text += fmt::format("  {}: {}\n", proof.evasion, proof.detail);
    text += diagnosis.own_users()
                ? "Every program has a user of its own.\n"
                : "Programs run under this account's own user number: only the walls part them.\n";
    for (const std::string& line : diagnosis.advice()) text += line + "\n";
    return text + clock_table(diagnosis) + wall_table(diagnosis) + missing_tiers(diagnosis);
}

}  // namespace zerosum

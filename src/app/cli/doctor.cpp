// zerosum doctor: what this machine can measure and confine, proved by the evasions it must catch.

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "sandbox/doctor.h"

namespace zerosum::cli {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Tier& tier) {
    Json proofs = Json::array();
    for (const Proof& proof : tier.proofs) {
        Json entry{{"evasion", proof.evasion}, {"caught", proof.caught}, {"detail", proof.detail}};
        if (proof.truth && proof.measured) {
            entry["truth"] = proof.truth->count();
            entry["measured"] = proof.measured->count();
        }
        proofs.push_back(std::move(entry));
    }
    Json json{{"name", tier.name}, {"works", tier.works}};
    if (!tier.works) json["trouble"] = tier.trouble;
    json["proofs"] = std::move(proofs);
    return json;
}

Json to_json(const std::vector<Tier>& tiers) {
    Json list = Json::array();
    for (const Tier& tier : tiers) list.push_back(to_json(tier));
    return list;
}

struct DoctorOptions {
    bool json = false;
    bool quiet = false;
};

Result<int> run_doctor(const DoctorOptions& options) {
    Progress progress(!options.json && !options.quiet);
    progress.show("Running the evasions under every tier: some seconds ...");
    const Diagnosis diagnosis = diagnose();
    progress.clear();
    if (options.json) {
        const Json out{{"clock", clock_name(diagnosis.chosen.clock)},
                       {"confinement", confinement_name(diagnosis.chosen.confinement)},
                       {"root", diagnosis.root},
                       {"own_users", diagnosis.own_users()},
                       {"sound", diagnosis.sound()},
                       {"advice", diagnosis.advice()},
                       {"overhead", diagnosis.overhead.count()},
                       {"clocks", to_json(diagnosis.clocks)},
                       {"walls", to_json(diagnosis.walls)}};
        write_json(out);
    } else {
        fmt::print("{}", describe(diagnosis));
    }
    return diagnosis.sound() ? kDone : kAnswerIsNo;
}

}  // namespace

void add_doctor(Commands& commands) {
    auto options = std::make_shared<DoctorOptions>();
    Command* command = commands.add(
        "doctor", "What this machine can measure and confine, proved by running the evasions",
        "zerosum doctor\nzerosum doctor --json", [options] { return run_doctor(*options); });
    command->add_flag(
        "--json", options->json,
        "one object: clock, confinement, own_users, sound, advice, overhead, clocks, walls");
    command->add_flag("--quiet", options->quiet, "no word while it works");
}

}  // namespace zerosum::cli

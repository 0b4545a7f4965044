#include "sandbox/evasion_run.h"

#include "sandbox/run.h"
#include "sandbox/warden_process.h"

namespace zerosum {

namespace {
constexpr const char* kProgram = "evade";
}

Result<EvasionRun> EvasionRun::prepare() {
    Result<Workspace> space = Workspace::make();
    if (!space) return tl::unexpected(space.error());
    if (auto written = space->write(kProgram, warden_image()); !written)
        return tl::unexpected(written.error());
    std::error_code error;
    std::filesystem::permissions(space->home() / kProgram, std::filesystem::perms(0755), error);
    if (error) return fail("{}: {}", kProgram, error.message());
    return EvasionRun(std::move(*space));
}

Account EvasionRun::operator()(const std::vector<std::string>& arguments, const Setup& setup,
                               const Limits& limits) const {
    Job job;
    job.command = {workspace_.home() / kProgram, "evade"};
    job.command.insert(job.command.end(), arguments.begin(), arguments.end());
    job.directory = workspace_.home();
    job.temporary = workspace_.tmp();
    job.limits = limits;
    return run(job, setup);
}

}  // namespace zerosum

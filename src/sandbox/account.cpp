#include "sandbox/account.h"

#include <fmt/format.h>

#include <cstring>

namespace zerosum {

std::string_view limit_name(Limit limit) {
    switch (limit) {
        case Limit::None:
            return "none";
        case Limit::Cpu:
            return "CPU time";
        case Limit::Wall:
            return "wall time";
        case Limit::Memory:
            return "memory";
        case Limit::Processes:
            return "processes";
        case Limit::FileSize:
            return "file size";
        case Limit::Disk:
            return "disk space";
        case Limit::Files:
            return "files";
        case Limit::Output:
            return "output";
    }
    return "unknown";
}

std::string describe_ending(const Account& account) {
    switch (account.ending) {
        case Ending::Exited:
            return fmt::format("exited with status {}", account.exit_code);
        case Ending::Signalled:
            return fmt::format(
                "was killed by signal {} ({})", account.signal,
                sigdescr_np(account.signal) != nullptr ? sigdescr_np(account.signal) : "unknown");
        case Ending::Stopped:
            return account.limit == Limit::None
                       ? "was stopped"
                       : fmt::format("was stopped at its limit of {}", limit_name(account.limit));
        case Ending::NotStarted:
            return fmt::format("could not be started: {}", account.trouble);
        case Ending::Unmeasured:
            return fmt::format("could not be measured, through no fault of its own: {}",
                               account.trouble);
    }
    return "ended";
}

}  // namespace zerosum

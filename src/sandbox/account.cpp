#include "sandbox/account.h"

#include <fmt/format.h>

#include <cstring>

namespace zerosum {

std::string_view limit_name(Limit limit) {
    switch (limit) {
        case Limit::None:
            return "none";
        case Limit::Cpu:
            return "cpu";
        case Limit::Wall:
            return "wall";
        case Limit::Memory:
            return "memory";
        case Limit::Processes:
            return "processes";
        case Limit::FileSize:
            return "file size";
        case Limit::Disk:
            return "disk";
        case Limit::Files:
            return "files";
        case Limit::Output:
            return "output";
    }
    return "unknown";
}

namespace {
std::string_view limit_clause(Limit limit) {
    switch (limit) {
        case Limit::None:
            return "was stopped";
        case Limit::Cpu:
            return "was stopped: its CPU time ran out";
        case Limit::Wall:
            return "was stopped: it was still running when its wall time was over";
        case Limit::Memory:
            return "was stopped: it used more memory than allowed";
        case Limit::Processes:
            return "was stopped: it started more processes than allowed";
        case Limit::FileSize:
            return "was stopped: it wrote a file larger than allowed";
        case Limit::Disk:
            return "was stopped: it filled its directory beyond what is allowed";
        case Limit::Files:
            return "was stopped: it made more files than allowed";
        case Limit::Output:
            return "was stopped: it printed more than allowed";
    }
    return "was stopped";
}
}  // namespace

std::string describe_ending(const Account& account) {
    switch (account.ending) {
        case Ending::Exited:
            return fmt::format("exited with status {}", account.exit_code);
        case Ending::Signalled:
            return fmt::format(
                "was killed by signal {} ({})", account.signal,
                sigdescr_np(account.signal) != nullptr ? sigdescr_np(account.signal) : "unknown");
        case Ending::Stopped:
            return std::string(limit_clause(account.limit));
        case Ending::NotStarted:
            return fmt::format("could not be started: {}", account.trouble);
        case Ending::Unmeasured:
            return fmt::format("could not be measured, through no fault of its own: {}",
                               account.trouble);
    }
    return "ended";
}

}  // namespace zerosum

#pragma once
// A program that stays up and is talked to in lines: the same walls, limits and account as run().

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/result.h"
#include "sandbox/account.h"
#include "sandbox/job.h"
#include "sandbox/setup.h"
#include "sandbox/warden_process.h"

namespace zerosum {

// Why no line came, or none was taken.
enum class Silence : std::uint8_t {
    Late,     // the time was over; the program goes on
    Ended,    // it ended or closed its output
    TooLong,  // a line without end
    Stopped,  // the caller asked for it; the program goes on
};

using LineRead = tl::expected<std::string, Silence>;
using LineWritten = tl::expected<void, Silence>;

// One thread at a time. `limits` of the job count over the whole session.
class Session {
 public:
    [[nodiscard]] static Result<Session> start(const Job& job, const Setup& setup);

    // Sends a line; silence is when the program does not take it within `wall` or is gone. A stop
    // ends the wait at once.
    [[nodiscard]] LineWritten write_line(std::string_view line, Seconds wall,
                                         const std::stop_token& stop = {});
    // The next line that it prints, without its end.
    [[nodiscard]] LineRead read_line(Seconds wall, const std::stop_token& stop = {});

    // What the program and everything it started have burnt so far, whatever the time of day:
    // thinking while the other side is to move counts as well.
    [[nodiscard]] Usage usage();
    // False when usage() could not be read: the program was ended, and the account says so.
    [[nodiscard]] bool measured() const {
        return !account_ || account_->ending != Ending::Unmeasured;
    }

    // Ends it. The account is also complete when the program had ended by itself; what it printed
    // on standard output went to read_line() and is not in it.
    [[nodiscard]] Account stop();
    // The same for a program that closed its streams: Silence::Ended. A dying program
    // closes its streams before it is dead, so it has `patience` to end by itself, and the account
    // then tells how it did.
    [[nodiscard]] Account finish(Seconds patience);

 private:
    Session(WardenProcess warden, Descriptor in, Descriptor out)
        : warden_(std::move(warden)), in_(std::move(in)), out_(std::move(out)) {}

    WardenProcess warden_;
    Descriptor in_;       // its standard input; a socket, so that writing to the dead is no signal
    Descriptor out_;      // its standard output
    std::string unread_;  // what it printed after the lines that were taken
    Usage last_;
    std::optional<Account> account_;
};

}  // namespace zerosum

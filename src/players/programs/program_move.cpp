#include "players/programs/program_move.h"

#include <algorithm>

#include "players/programs/evidence.h"
#include "sandbox/run.h"

namespace zerosum {

namespace {

constexpr const char* kInputName = "input.txt";
constexpr const char* kOutputName = "output.txt";

Failure not_started(const std::string& why) {
    return {FailureCode::NotStarted, fmt::format("the program could not be started: {}", why)};
}

// What a run that ended in one of our kills means. A run past its CPU time and one past its wall
// time are both late.
Failure stopped(const Account& account, const Limits& limits, Seconds bank, Seconds grace) {
    switch (account.limit) {
        case Limit::Cpu:
            return {FailureCode::KilledLate,
                    fmt::format("the program was killed: it had {:.3f} s of CPU time left and had "
                                "used {:.3f} s",
                                bank.count(), account.cpu.total().count())};
        case Limit::Wall:
            return {FailureCode::KilledLate,
                    fmt::format("the program was killed: it was still running {:g} s after its "
                                "bank of {:.3f} s would have been over on the wall clock",
                                grace.count(), bank.count())};
        case Limit::None:
            return {FailureCode::Stopped, "the program was stopped from outside"};
        default:
            return {FailureCode::LimitHit,
                    fmt::format("the program {}", describe_ending(account, limits))};
    }
}

Failure no_answer(const Account& account, FileTrouble trouble) {
    switch (trouble) {
        case FileTrouble::Missing:
            break;
        case FileTrouble::NotAFile:
            return {FailureCode::NoAnswer,
                    "output.txt is not a regular file: it must be a plain file, not a link, a pipe "
                    "or a directory"};
        case FileTrouble::TooLong:
            return {FailureCode::NoAnswer,
                    fmt::format("output.txt is longer than {} bytes", kLongestAnswer)};
        case FileTrouble::Unreadable:
            return {FailureCode::NoAnswer, "output.txt cannot be read: it has no read permission"};
    }
    const bool crashed = !account.ok();
    return {crashed ? FailureCode::Crashed : FailureCode::NoAnswer,
            fmt::format("the program {} and left no output.txt", describe_ending(account))};
}

}  // namespace

Job program_job(const ReadyProgram& program, std::vector<std::string> command) {
    Job job;
    job.command = std::move(command);
    job.directory = program.workspace.home();
    job.temporary = program.workspace.tmp();
    job.readable = program.readable;
    job.limits = program.limits;
    return job;
}

Reply ask_program(const ReadyProgram& program, const Turn& turn, const Setup& setup) {
    Reply reply;
    const Workspace& space = program.workspace;
    const std::string input =
        turn.input.empty() ? turn.position.write_input(turn.bank) : std::string(turn.input);
    auto written = space.write(kInputName, input);
    if (written) written = space.remove(kOutputName);
    if (!written) {
        reply.answer = not_started(written.error().message);
        return reply;
    }

    Job job = program_job(program, program.move_command);
    job.limits.cpu = std::max(turn.bank, Seconds{0}) + program.grace;
    job.limits.wall = job.limits.cpu;
    const Account account = run(job, setup, turn.stop);
    reply.cpu = account.cpu.total();
    reply.cpu_user = account.cpu.user;
    reply.wall = account.wall;
    reply.peak_memory = account.peak_memory;
    reply.stdout_ends = ends_of(relative_paths(account.out.text, space.home()), kLongestStderr);
    reply.stderr_tail = ends_of(relative_paths(account.err.text, space.home()), kLongestStderr);

    if (account.ending == Ending::NotStarted) {
        reply.answer = not_started(account.trouble);
    } else if (account.ending == Ending::Unmeasured) {
        reply.answer = Failure{FailureCode::Unmeasured,
                               fmt::format("the program {}", describe_ending(account))};
    } else if (account.ending == Ending::Stopped) {
        reply.answer = stopped(account, job.limits, turn.bank, program.grace);
    } else if (auto text = space.read(kOutputName, kLongestAnswer)) {
        reply.answer = std::move(*text);
    } else {
        reply.answer = no_answer(account, text.error());
    }
    // A program keeps files between moves in its own directory, not in /tmp.
    (void)space.empty_tmp();
    return reply;
}

}  // namespace zerosum

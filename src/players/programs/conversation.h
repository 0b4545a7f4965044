#pragma once
// A program that stays up and is asked in lines: what every player of that kind needs to wait for
// an answer, to measure it, and to say why none came.

#include <stop_token>
#include <string>
#include <string_view>

#include "players/player.h"
#include "sandbox/session.h"

namespace zerosum {

class Conversation {
 public:
    [[nodiscard]] static Result<Conversation> start(const Job& job, const Setup& setup);

    // Sends a line and waits for its answer: a line that begins with `word`. Returns what follows
    // that. Silence::Late when it has not come within `time`, on the fair clock or in CPU time
    // since the last mark.
    [[nodiscard]] LineRead request(std::string_view line, std::string_view word, Seconds time,
                                   const std::stop_token& stop = {});
    // The wall clock, standing still while the program waits for a processor.
    [[nodiscard]] Seconds fair_clock();

    // What it has burnt since the last mark, whichever side was to move; the new mark is now.
    [[nodiscard]] CpuTime mark();
    // False: what it burns could not be read, and it was ended.
    [[nodiscard]] bool measured() const { return session_.measured(); }

    // Sends a last line, and gives it a moment to leave.
    void say_goodbye(std::string_view line);
    // Ends it and tells how it ended. Only mark() may be called after it.
    [[nodiscard]] Account end(Silence silence);

 private:
    explicit Conversation(Session session) : session_(std::move(session)) {}
    [[nodiscard]] LineRead await(std::string_view word, Seconds time, const std::stop_token& stop);

    Session session_;
    CpuTime marked_;
};

// What a program did instead of answering, after "the program".
[[nodiscard]] std::string silence_clause(Silence silence, const Account& account);

// Why no answer came. `awaited`: what did not come, "'bestmove'"; `time`: how long it was waited
// for, in words.
[[nodiscard]] Failure silence_failure(Silence silence, const Account& account,
                                      std::string_view awaited, std::string_view time,
                                      const Limits& limits = {});

}  // namespace zerosum

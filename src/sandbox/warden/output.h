#pragma once
// What a program prints: two pipes, and an excerpt of each.

#include <cstddef>
#include <optional>

#include "core/descriptor.h"
#include "sandbox/limits.h"
#include "sandbox/warden/excerpt.h"

namespace zerosum::warden {

class Output {
 public:
    explicit Output(const Limits& limits)
        : most_(limits.output), out_(limits.excerpt), err_(limits.excerpt) {}

    struct Ends {
        Descriptor out;
        Descriptor err;
    };
    // Makes the pipes and returns the ends that are the program's; nothing when there are none to
    // be had.
    [[nodiscard]] std::optional<Ends> open();

    // Our ends, to wait on; -1 when they are closed.
    [[nodiscard]] int out() const { return out_stream_.get(); }
    [[nodiscard]] int err() const { return err_stream_.get(); }
    // One piece of what is there.
    void read_out() { read(out_stream_, out_); }
    void read_err() { read(err_stream_, err_); }
    // What is left in the pipes when all who wrote are dead.
    void read_rest();

    [[nodiscard]] bool too_long() const { return most_ > 0 && out_.total() + err_.total() > most_; }
    [[nodiscard]] Excerpt take_out() { return out_.take(); }
    [[nodiscard]] Excerpt take_err() { return err_.take(); }

 private:
    static void read(Descriptor& stream, ExcerptBuilder& excerpt);

    std::size_t most_;
    ExcerptBuilder out_;
    ExcerptBuilder err_;
    Descriptor out_stream_;
    Descriptor err_stream_;
};

}  // namespace zerosum::warden

#include "sandbox/warden/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace zerosum::warden {

namespace {

// The program's end of a pipe whose other end does not wait.
Descriptor make_pipe(Descriptor& ours) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    ours = Descriptor(ends[0]);
    return Descriptor(ends[1]);
}

}  // namespace

std::optional<Output::Ends> Output::open() {
    Ends ends;
    ends.out = make_pipe(out_stream_);
    ends.err = make_pipe(err_stream_);
    if (!ends.out.open() || !ends.err.open()) return std::nullopt;
    return ends;
}

void Output::read(Descriptor& stream, ExcerptBuilder& excerpt) {
    std::array<char, 65536> buffer{};
    const ssize_t n = ::read(stream.get(), buffer.data(), buffer.size());
    if (n > 0)
        excerpt.add({buffer.data(), static_cast<std::size_t>(n)});
    else if (n == 0)
        stream.reset();
}

void Output::read_rest() {
    constexpr int most_pieces = 64;
    for (int i = 0; out_stream_.open() && i < most_pieces; ++i) read_out();
    for (int i = 0; err_stream_.open() && i < most_pieces; ++i) read_err();
}

}  // namespace zerosum::warden

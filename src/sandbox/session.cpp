#include "sandbox/session.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/cpu_clock.h"
#include "sandbox/order.h"

namespace zerosum {

namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20U;

// A descriptor that becomes readable when a stop is requested; none where that cannot happen.
class StopBell {
 public:
    explicit StopBell(const std::stop_token& stop)
        : event_(stop.stop_possible() ? eventfd(0, EFD_CLOEXEC) : -1),
          ringer_(stop, Ring{event_.get()}) {}
    [[nodiscard]] int fd() const { return event_.get(); }

 private:
    struct Ring {
        int fd;
        void operator()() const { (void)eventfd_write(fd, 1); }
    };
    Descriptor event_;
    std::stop_callback<Ring> ringer_;
};

// Waits until the descriptor is ready; the moment has come, or a stop, when it is not.
tl::expected<void, Silence> wait_for(int fd, short what, Seconds until,
                                     const std::stop_token& stop = {}) {
    const StopBell bell(stop);
    for (;;) {
        const double left = std::max(0.0, (until - wall_clock()).count());
        std::array<pollfd, 2> waits{{{fd, what, 0}, {bell.fd(), POLLIN, 0}}};
        const int ready =
            poll(waits.data(), waits.size(), static_cast<int>(std::min(left, 1000.0) * 1000) + 1);
        if (stop.stop_requested()) return tl::unexpected(Silence::Stopped);
        if (ready > 0) return {};
        if ((ready < 0 && errno != EINTR) || wall_clock() >= until)
            return tl::unexpected(Silence::Late);
    }
}

}  // namespace

Result<Session> Session::start(const Job& job, const Setup& setup) {
    Result<Order> order = make_order(job, setup);
    if (!order) return tl::unexpected(order.error());
    order->streams_are_ours = true;
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0)
        return fail("no channel to the program: {}", std::strerror(errno));
    Descriptor our_in(in[0]);
    const Descriptor their_in(in[1]);
    if (pipe2(out.data(), O_CLOEXEC) != 0)
        return fail("no channel from the program: {}", std::strerror(errno));
    Descriptor our_out(out[0]);
    const Descriptor their_out(out[1]);
    fcntl(our_out.get(), F_SETFL, O_NONBLOCK);
    Result<WardenProcess> warden = WardenProcess::start(*order, their_in.get(), their_out.get());
    if (!warden) return tl::unexpected(warden.error());
    return Session(std::move(*warden), std::move(our_in), std::move(our_out));
}

LineWritten Session::write_line(std::string_view line, Seconds wall, const std::stop_token& stop) {
    const Seconds until = wall_clock() + wall;
    const std::string bytes = std::string(line) + "\n";
    std::string_view rest = bytes;
    while (!rest.empty()) {
        const ssize_t n = send(in_.get(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0) {
            rest.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {
            if (const auto ready = wait_for(in_.get(), POLLOUT, until, stop); !ready) return ready;
        } else if (errno != EINTR) {
            return tl::unexpected(Silence::Ended);
        }
    }
    return {};
}

LineRead Session::read_line(Seconds wall, const std::stop_token& stop) {
    const Seconds until = wall_clock() + wall;
    for (;;) {
        if (stop.stop_requested()) return tl::unexpected(Silence::Stopped);
        if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
            std::string line = unread_.substr(0, end);
            unread_.erase(0, end + 1);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return line;
        }
        if (unread_.size() > kLongestLine) return tl::unexpected(Silence::TooLong);
        std::array<char, 16384> buffer{};
        const ssize_t n = read(out_.get(), buffer.data(), buffer.size());
        if (n > 0) {
            unread_.append(buffer.data(), static_cast<std::size_t>(n));
        } else if (n == 0) {
            return tl::unexpected(Silence::Ended);
        } else if (errno == EAGAIN) {
            if (const auto ready = wait_for(out_.get(), POLLIN, until, stop); !ready)
                return tl::unexpected(ready.error());
        } else if (errno != EINTR) {
            return tl::unexpected(Silence::Ended);
        }
    }
}

Usage Session::usage() {
    if (!account_ && warden_.ask(Request::ReadUsage)) {
        if (const auto notice = warden_.listen()) {
            account_ = notice->account;  // if it ended before it was asked
            last_ = notice->usage;
        }
    }
    if (account_) last_ = {account_->cpu, account_->waited};
    return last_;
}

Account Session::finish(Seconds patience) {
    // The warden speaks unasked only once, when all is over.
    if (!account_) (void)wait_for(warden_.channel(), POLLIN, wall_clock() + patience);
    return stop();
}

Account Session::stop() {
    if (!account_) {
        (void)warden_.ask(Request::Stop);
        // A reading may still be on its way before the account.
        for (auto notice = warden_.listen(); notice; notice = warden_.listen()) {
            if (!notice->account) continue;
            account_ = notice->account;
            break;
        }
    }
    in_.reset();  // not before: a program that reads its end could end by itself instead
    if (account_) return *account_;
    Account lost;
    lost.ending = Ending::NotStarted;
    lost.trouble = "its warden was killed";
    return lost;
}

}  // namespace zerosum

#include "app/web/server.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "app/web/address.h"
#include "app/web/session.h"

namespace zerosum::web {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;

// 2048, or fewer where this process may not have so many files open.
std::size_t most_connections() {
    constexpr rlim_t most = 2048;
    constexpr rlim_t other_files = 64;  // the games, ledgers, the page's own
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return most / 2;
    files.rlim_cur = std::min(files.rlim_max, std::max(files.rlim_cur, most + other_files));
    setrlimit(RLIMIT_NOFILE, &files);
    return std::min(most, std::max(files.rlim_cur, 2 * other_files) - other_files);
}

class Listener {
 public:
    Listener(asio::io_context& io, Shared& shared) : acceptor_(io), timer_(io), shared_(shared) {}

    [[nodiscard]] Result<std::uint16_t> open(const ServerOptions& options) {
        ErrorCode error;
        const asio::ip::address address =
            asio::ip::make_address(ip_address(options.address), error);
        if (error) return fail("'{}' is neither an IP address nor localhost", options.address);
        const tcp::endpoint endpoint(address, options.port);
        acceptor_.open(endpoint.protocol(), error);
        if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
        if (!error) acceptor_.bind(endpoint, error);
        if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
        if (error)
            return fail("cannot listen on {} port {}: {}", options.address, options.port,
                        error.message());
        accept();
        tick();
        return acceptor_.local_endpoint().port();
    }

 private:
    void accept() {
        acceptor_.async_accept([this](ErrorCode error, tcp::socket socket) {
            // Out of file descriptors: wait for some to come back instead of spinning.
            if (error == asio::error::no_descriptors) {
                if (Session* const oldest = shared_.crowd.leaver("")) oldest->close();
                return pause();
            }
            if (!error) admit(std::move(socket));
            accept();
        });
    }

    // Near the limit another connection closes for the new one. When none can, because all wait for
    // an answer of ours, the socket closes as it goes out of scope.
    void admit(tcp::socket socket) {
        ErrorCode gone;
        const tcp::endpoint from = socket.remote_endpoint(gone);
        if (gone) return;
        std::string visitor = visitor_of(from.address().to_string());
        const bool crowded = shared_.connections >= most_;
        if (crowded || shared_.crowd.size_of(visitor) >= most_ / 2) {
            Session* const leaver = shared_.crowd.leaver(crowded ? "" : visitor);
            if (leaver != nullptr)
                leaver->close();
            else if (crowded)
                return;
        }
        std::make_shared<Session>(std::move(socket), std::move(visitor), shared_)->run();
    }

    void pause() {
        paused_ = std::make_unique<asio::steady_timer>(acceptor_.get_executor(),
                                                       std::chrono::milliseconds(200));
        paused_->async_wait([this](ErrorCode error) {
            if (!error) accept();
        });
    }

    void tick() {
        timer_.expires_after(std::chrono::milliseconds(500));
        timer_.async_wait([this](ErrorCode error) {
            if (error) return;
            shared_.api.tick();
            tick();
        });
    }

    tcp::acceptor acceptor_;
    asio::steady_timer timer_;
    std::unique_ptr<asio::steady_timer> paused_;
    Shared& shared_;
    const std::size_t most_ = most_connections();
};

}  // namespace

Result<void> serve(Api& api, const ServerOptions& options,
                   const std::function<void(std::uint16_t port)>& on_ready) {
    Shared shared{api};  // outlives the connections that io holds
    asio::io_context io(1);
    Listener listener(io, shared);
    const Result<std::uint16_t> port = listener.open(options);
    if (!port) return tl::unexpected(port.error());
    asio::signal_set signals(io, SIGINT, SIGTERM);
    signals.async_wait([&](ErrorCode /*error*/, int /*signal*/) {
        ErrorCode ignored;
        signals.clear(ignored);  // from now on a signal does what it does by default: it kills
        io.stop();
    });
    on_ready(*port);
    io.run();
    api.stop();  // while what its threads send can still be received
    shared.waiting.clear();
    return {};
}

}  // namespace zerosum::web

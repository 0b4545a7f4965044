#pragma once
// One connection: reads a request, writes its answer, and again; or turns into an event stream and
// stays one. With its limits on time and memory, and what all connections share.

#include <array>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/web/api.h"
#include "app/web/beast_request.h"
#include "app/web/crowd.h"

namespace zerosum::web {

class Session;

// What the connections have in common. They live on the server's thread alone: engines' threads
// hold only weak pointers to them, so that none is ever destroyed elsewhere.
struct Shared {
    Api& api;
    std::size_t connections = 0;
    std::size_t streams = 0;
    std::size_t body_bytes = 0;                       // of large bodies, read or worked on
    std::size_t unsent_bytes = 0;                     // of events
    std::set<std::shared_ptr<Session>> waiting = {};  // for an answer that comes later
    Crowd<Session> crowd = {};
};

// Events on their way to the server's thread, in the order in which they were sent. (Two functions
// posted to an io_context by different threads may run in either order.)
class Inbox {
 public:
    // True when nothing was waiting: the caller must then post a call of take().
    [[nodiscard]] bool put(const Event& event) {
        const std::lock_guard lock(mutex_);
        events_.push_back(event);
        return events_.size() == 1;
    }
    [[nodiscard]] std::vector<Event> take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(events_, {});
    }

 private:
    std::mutex mutex_;
    std::vector<Event> events_;
};

class Session : public std::enable_shared_from_this<Session> {
 public:
    Session(boost::asio::ip::tcp::socket socket, std::string visitor, Shared& shared);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void run() { read(); }

    // At once, whatever it is doing: another connection is to have its place.
    void close();

 private:
    using ErrorCode = boost::system::error_code;

    void read();
    void on_head(ErrorCode error);
    void on_read(ErrorCode error);
    void answer(Request request);
    void write(Response response);
    void close_after_draining();
    void drain();

    [[nodiscard]] bool hold_body(std::size_t bytes);
    void let_go_of_body();

    void start_stream(const Stream& open);
    void take_events();
    void queue(std::string text);
    void flush();
    void beat();
    void watch_for_close();

    boost::beast::tcp_stream stream_;
    boost::beast::flat_buffer buffer_;
    std::optional<RequestParser> parser_;
    boost::asio::steady_timer heartbeat_;
    Shared& shared_;
    std::string visitor_;
    unsigned version_ = 11;
    std::size_t body_limit_ = 0;
    std::size_t held_body_ = 0;  // bytes counted in Shared
    bool keep_alive_ = false;
    bool head_only_ = false;
    bool takes_gzip_ = false;
    bool streaming_ = false;
    bool ends_ = false;  // close once everything is sent
    bool closed_ = false;
    std::deque<std::string> unsent_;
    std::size_t unsent_bytes_ = 0;
    std::array<char, 64> nothing_{};
    std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
    SubscriptionPtr subscription_;
};

}  // namespace zerosum::web

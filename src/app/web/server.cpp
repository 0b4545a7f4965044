#include "app/web/server.h"

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/zlib/inflate_stream.hpp>
#include <chrono>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "app/web/address.h"
#include "app/web/beast_request.h"

namespace zerosum::web {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kMaxConnections = 2048;
constexpr std::size_t kMaxTargetBytes = 12 << 10;
constexpr std::size_t kMaxUnsentBytes = 4 << 20;  // a slower client is let go; it comes back
constexpr std::chrono::seconds kRequestTime{30};
constexpr std::chrono::seconds kHeartbeat{15};
// A client that is refused while it still sends: its bytes are read and dropped, at most this long,
// this many at a time.
constexpr std::chrono::seconds kDrainTime{5};
constexpr std::size_t kDrainBytes = 64 << 10;

class Session;

// What the connections have in common. They live on the server's thread alone: engines' threads
// hold only weak pointers to them, so that none is ever destroyed elsewhere.
struct Shared {
    Api& api;
    std::size_t connections = 0;
    std::size_t streams = 0;
    std::set<std::shared_ptr<Session>> waiting = {};  // for an answer that comes later
};

// Assets are stored compressed; the rare client that does not take that gets them plain.
std::optional<std::string> gunzip(const std::string& gzipped) {
    constexpr std::size_t header = 10;  // ours have no optional fields
    constexpr std::size_t trailer = 8;
    if (gzipped.size() < header + trailer) return std::nullopt;
    std::uint32_t size = 0;
    std::memcpy(&size, gzipped.data() + gzipped.size() - 4, sizeof size);
    if (size > kMaxUnsentBytes) return std::nullopt;
    std::string plain(size, '\0');
    beast::zlib::z_params params;
    params.next_in = gzipped.data() + header;
    params.avail_in = gzipped.size() - header - trailer;
    params.next_out = plain.data();
    params.avail_out = plain.size();
    beast::zlib::inflate_stream stream;
    ErrorCode error;
    stream.write(params, beast::zlib::Flush::finish, error);
    if (params.avail_out != 0) return std::nullopt;
    return plain;
}

std::string event_text(const Event& event) {
    return "event: " + event.name + "\ndata: " + event.data + "\n\n";
}

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

// One connection: reads a request, writes its answer, and again; or turns into an event stream
// and stays one.
class Session : public std::enable_shared_from_this<Session> {
 public:
    Session(tcp::socket socket, Shared& shared)
        : stream_(std::move(socket)), heartbeat_(stream_.get_executor()), shared_(shared) {
        ++shared_.connections;
    }
    ~Session() {
        --shared_.connections;
        if (streaming_) shared_.api.set_streams(--shared_.streams);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    void run() { read(); }

 private:
    void read() {
        parser_.emplace();
        set_limits(*parser_);
        stream_.expires_after(kRequestTime);
        http::async_read_header(
            stream_, buffer_, *parser_,
            [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                self->on_head(error);
            });
    }

    // How much may follow depends on what is asked, and by whom.
    void on_head(ErrorCode error) {
        if (error && error != http::error::body_limit) return on_read(error);
        body_limit_ = shared_.api.body_limit(to_request(parser_->get()));
        // The parser compares a length that was announced only while it reads the head.
        if (error || parser_->content_length().value_or(0) > body_limit_)
            return on_read(http::error::body_limit);
        parser_->body_limit(body_limit_);
        http::async_read(stream_, buffer_, *parser_,
                         [self = shared_from_this()](ErrorCode read, std::size_t /*bytes*/) {
                             self->on_read(read);
                         });
    }

    void on_read(ErrorCode error) {
        keep_alive_ = !error && parser_->keep_alive();
        version_ = parser_->get().version();
        head_only_ = parser_->get().method() == http::verb::head;
        takes_gzip_ = parser_->get()[http::field::accept_encoding].find("gzip") !=
                      boost::core::string_view::npos;
        if (error == http::error::body_limit)
            return write(
                refusal(413, "too_large",
                        fmt::format("The body is larger than {} MiB.", body_limit_ >> 20U)));
        if (error == http::error::header_limit)
            return write(refusal(431, "too_large", "The headers are larger than 16 KiB."));
        if (error == http::error::end_of_stream || error == beast::error::timeout ||
            error == asio::error::connection_reset || error == asio::error::eof ||
            error == http::error::partial_message)
            return close();
        if (error) return write(refusal(400, "bad_request", "This is not an HTTP request."));
        if (parser_->get().target().size() > kMaxTargetBytes)
            return write(refusal(414, "too_long", "The address is longer than 12 KiB."));
        answer(to_request(parser_->get()));
    }

    void answer(Request request) {
        if (head_only_) request.method = "GET";
        Answer given = shared_.api.handle(request);
        if (auto* response = std::get_if<Response>(&given)) return write(std::move(*response));
        if (head_only_) return write(refusal(405, "wrong_method", "This address takes no HEAD."));
        if (auto* deferred = std::get_if<Deferred>(&given)) {
            // Nothing is read or written meanwhile that would keep the connection.
            shared_.waiting.insert(shared_from_this());
            stream_.expires_never();
            return (*deferred)(
                [self = weak_from_this(), io = stream_.get_executor()](Response response) {
                    asio::post(io, [self, response = std::move(response)]() mutable {
                        const auto session = self.lock();
                        if (!session) return;
                        session->shared_.waiting.erase(session);
                        session->write(std::move(response));
                    });
                });
        }
        start_stream(std::get<Stream>(given));
    }

    void write(Response response) {
        if (!takes_gzip_) unpack(response);
        auto message = std::make_shared<http::response<http::string_body>>();
        message->version(version_);
        message->result(static_cast<unsigned>(response.status));
        add_headers(*message, response.content_type);
        for (const auto& [name, value] : response.headers) message->set(name, value);
        message->keep_alive(keep_alive_);
        message->body() = std::move(response.body);
        message->prepare_payload();
        if (head_only_) message->body().clear();
        stream_.expires_after(kRequestTime);
        http::async_write(
            stream_, *message,
            [self = shared_from_this(), message](ErrorCode error, std::size_t /*bytes*/) {
                if (error) return self->close();
                if (self->keep_alive_) return self->read();
                self->close_after_draining();
            });
    }

    // Closing while the client still sends would reset the connection and lose the answer: what the
    // client sends is read for a while and dropped.
    void close_after_draining() {
        ErrorCode ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
        stream_.expires_after(kDrainTime);
        drain();
    }

    void drain() {
        parser_.reset();
        buffer_.clear();
        stream_.async_read_some(
            buffer_.prepare(kDrainBytes),
            [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                if (error) return self->close();
                self->drain();
            });
    }

    static void unpack(Response& response) {
        const auto packed =
            std::find_if(response.headers.begin(), response.headers.end(),
                         [](const auto& header) { return header.first == "Content-Encoding"; });
        if (packed == response.headers.end()) return;
        std::optional<std::string> plain = gunzip(response.body);
        if (!plain) return;
        response.body = std::move(*plain);
        response.headers.erase(packed);
    }

    static void add_headers(http::fields& fields, const std::string& content_type) {
        fields.set(http::field::server, "zerosum");
        fields.set(http::field::content_type, content_type);
        fields.set("X-Content-Type-Options", "nosniff");
        fields.set("Referrer-Policy", "no-referrer");
        fields.set("Cross-Origin-Resource-Policy", "same-origin");
        fields.set(http::field::cache_control, "no-store");
        fields.set(http::field::vary, "Accept-Encoding");
    }

    // From here on the connection is a stream of events without a length: it ends when it closes.
    void start_stream(const Stream& open) {
        streaming_ = true;
        shared_.api.set_streams(++shared_.streams);
        stream_.expires_never();
        http::response<http::empty_body> head(http::status::ok, version_);
        add_headers(head, "text/event-stream");
        head.set(http::field::connection, "close");
        std::ostringstream text;
        text << head.base();
        queue(text.str());
        subscription_ = open([self = weak_from_this(), inbox = inbox_,
                              io = stream_.get_executor()](const Event& event) {
            if (!inbox->put(event)) return;
            asio::post(io, [self] {
                if (const auto session = self.lock()) session->take_events();
            });
        });
        beat();
        watch_for_close();
    }

    void take_events() {
        for (const Event& event : inbox_->take()) {
            ends_ = ends_ || event.last;
            queue(event_text(event));
        }
    }

    void queue(std::string text) {
        if (closed_) return;
        unsent_bytes_ += text.size();
        unsent_.push_back(std::move(text));
        if (unsent_bytes_ > kMaxUnsentBytes) return close();
        if (unsent_.size() == 1) flush();
    }

    void flush() {
        asio::async_write(stream_, asio::buffer(unsent_.front()),
                          [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                              if (error) return self->close();
                              self->unsent_bytes_ -= self->unsent_.front().size();
                              self->unsent_.pop_front();
                              if (!self->unsent_.empty()) return self->flush();
                              if (self->ends_) self->close();
                          });
    }

    // A comment now and then keeps the connection open and detects clients that have gone.
    void beat() {
        heartbeat_.expires_after(kHeartbeat);
        heartbeat_.async_wait([self = weak_from_this()](ErrorCode error) {
            const auto session = self.lock();
            if (error || !session || session->closed_) return;
            session->queue(": still here\n\n");
            session->beat();
        });
    }

    void watch_for_close() {
        stream_.async_read_some(
            asio::buffer(nothing_),
            [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                if (error) return self->close();
                self->watch_for_close();
            });
    }

    void close() {
        if (closed_) return;
        closed_ = true;
        subscription_.reset();
        heartbeat_.cancel();
        ErrorCode ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
        stream_.close();
    }

    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
    std::optional<RequestParser> parser_;
    asio::steady_timer heartbeat_;
    Shared& shared_;
    unsigned version_ = 11;
    std::size_t body_limit_ = 0;
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
            if (error == asio::error::no_descriptors) return pause();
            // Over the limit the socket closes as it goes out of scope.
            if (!error && shared_.connections < kMaxConnections)
                std::make_shared<Session>(std::move(socket), shared_)->run();
            accept();
        });
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

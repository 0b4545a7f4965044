#include "app/web/session.h"

#include <algorithm>
#include <chrono>
#include <sstream>
#include <utility>

#include "app/page/gunzip.h"

namespace zerosum::web {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;

constexpr std::size_t kMaxTargetBytes = 12 << 10;
constexpr std::size_t kMaxUnsentBytes = 4 << 20;  // a slower client is let go; it comes back
// In all connections together. Bodies, of requests and answers, up to the usual size do not count.
constexpr std::size_t kUsualBytes = 64 << 10;
constexpr std::size_t kMaxBodyBytesOfAll = 128 << 20;
constexpr std::size_t kMaxUnsentBytesOfAll = 256 << 20;
constexpr std::chrono::seconds kRequestTime{30};
constexpr std::chrono::seconds kHeartbeat{15};
// A client that is refused while it still sends: its bytes are read and dropped, at most this long,
// this many at a time.
constexpr std::chrono::seconds kDrainTime{5};
constexpr std::size_t kDrainBytes = 64 << 10;

std::string event_text(const Event& event) {
    return "event: " + event.name + "\ndata: " + event.data + "\n\n";
}

void unpack(Response& response) {
    const auto packed =
        std::find_if(response.headers.begin(), response.headers.end(),
                     [](const auto& header) { return header.first == "Content-Encoding"; });
    if (packed == response.headers.end()) return;
    std::optional<std::string> plain = page::gunzip(response.body);
    if (!plain) return;
    response.body = std::move(*plain);
    response.headers.erase(packed);
}

void add_headers(http::fields& fields, const std::string& content_type) {
    fields.set(http::field::server, "zerosum");
    fields.set(http::field::content_type, content_type);
    fields.set("X-Content-Type-Options", "nosniff");
    fields.set("Referrer-Policy", "no-referrer");
    // An answer that is opened as a page runs nothing. The page has its own policy.
    fields.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    fields.set("Cross-Origin-Resource-Policy", "same-origin");
    fields.set(http::field::cache_control, "no-store");
    fields.set(http::field::vary, "Accept-Encoding");
}

}  // namespace

Session::Session(tcp::socket socket, std::string visitor, Shared& shared)
    : stream_(std::move(socket)),
      heartbeat_(stream_.get_executor()),
      shared_(shared),
      visitor_(std::move(visitor)) {
    ++shared_.connections;
}

Session::~Session() {
    --shared_.connections;
    shared_.crowd.leave(this);
    let_go_of_body();
    shared_.unsent_bytes -= unsent_bytes_;
    if (streaming_) shared_.api.set_streams(--shared_.streams);
}

void Session::close() {
    if (closed_) return;
    closed_ = true;
    shared_.crowd.leave(this);
    subscription_.reset();
    heartbeat_.cancel();
    ErrorCode ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
}

void Session::read() {
    let_go_of_body();
    parser_.emplace();
    set_limits(*parser_);
    shared_.crowd.wait_for(this, visitor_);
    stream_.expires_after(kRequestTime);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                                self->on_head(error);
                            });
}

// How much may follow depends on what is asked, and by whom.
void Session::on_head(ErrorCode error) {
    if (closed_) return;
    if (error && error != http::error::body_limit) return on_read(error);
    body_limit_ = shared_.api.body_limit(to_request(parser_->get()));
    // The parser compares a length that was announced only while it reads the head.
    if (error || parser_->content_length().value_or(0) > body_limit_)
        return on_read(http::error::body_limit);
    parser_->body_limit(body_limit_);
    if (!hold_body(parser_->chunked() ? body_limit_ : parser_->content_length().value_or(0))) {
        keep_alive_ = false;
        return write(refusal(503, "busy", "Too many large requests are under way. Try again."));
    }
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](ErrorCode read, std::size_t /*bytes*/) {
                         self->on_read(read);
                     });
}

// Memory for a body. The connection that has been sending or taking a large one for longest makes
// room; false when all of them are being worked on.
bool Session::hold_body(std::size_t bytes) {
    let_go_of_body();
    if (bytes <= kUsualBytes) return true;
    held_body_ = bytes;
    shared_.body_bytes += bytes;
    while (shared_.body_bytes > kMaxBodyBytesOfAll) {
        Session* const oldest = shared_.crowd.oldest(
            [this](const Session* each) { return each != this && each->held_body_ > 0; });
        if (oldest == nullptr) return false;
        oldest->let_go_of_body();
        oldest->close();
    }
    return true;
}

void Session::let_go_of_body() {
    shared_.body_bytes -= std::exchange(held_body_, 0);
}

void Session::on_read(ErrorCode error) {
    if (closed_) return;
    keep_alive_ = !error && parser_->keep_alive();
    version_ = parser_->get().version();
    head_only_ = parser_->get().method() == http::verb::head;
    takes_gzip_ =
        parser_->get()[http::field::accept_encoding].find("gzip") != boost::core::string_view::npos;
    if (error == http::error::body_limit)
        return write(refusal(413, "too_large",
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
    Request request = to_request(parser_->get());
    request.visitor = visitor_;
    parser_.reset();  // the body is here once
    answer(std::move(request));
}

void Session::answer(Request request) {
    if (head_only_) request.method = "GET";
    Answer given = shared_.api.handle(request);
    if (auto* response = std::get_if<Response>(&given)) return write(std::move(*response));
    if (auto* deferred = std::get_if<Deferred>(&given)) {
        // Nothing is read or written meanwhile that would keep the connection.
        shared_.waiting.insert(shared_from_this());
        shared_.crowd.leave(this);
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
    if (head_only_) return write(refusal(405, "wrong_method", "This address takes no HEAD."));
    start_stream(std::get<Stream>(given));
}

void Session::write(Response response) {
    if (closed_) return;
    shared_.crowd.wait_for(this, visitor_);
    if (!takes_gzip_) unpack(response);
    auto message = std::make_shared<http::response<http::string_body>>();
    message->version(version_);
    message->result(static_cast<unsigned>(response.status));
    add_headers(*message, response.content_type);
    for (const auto& [name, value] : response.headers) message->set(name, value);
    message->keep_alive(keep_alive_);
    message->body() = std::move(response.body);
    message->prepare_payload();
    static_cast<void>(hold_body(message->body().size()));
    if (head_only_) message->body().clear();
    stream_.expires_after(kRequestTime);
    http::async_write(stream_, *message,
                      [self = shared_from_this(), message](ErrorCode error, std::size_t /*bytes*/) {
                          if (error || self->closed_) return self->close();
                          if (self->keep_alive_) return self->read();
                          self->close_after_draining();
                      });
}

// Closing while the client still sends would reset the connection and lose the answer: what the
// client sends is read for a while and dropped.
void Session::close_after_draining() {
    ErrorCode ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kDrainTime);
    drain();
}

void Session::drain() {
    parser_.reset();
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(kDrainBytes),
                            [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                                if (error) return self->close();
                                self->drain();
                            });
}

// From here on the connection is a stream of events without a length: it ends when it closes.
void Session::start_stream(const Stream& open) {
    streaming_ = true;
    let_go_of_body();
    shared_.crowd.watch(this, visitor_);
    shared_.api.set_streams(++shared_.streams);
    stream_.expires_never();
    http::response<http::empty_body> head(http::status::ok, version_);
    add_headers(head, "text/event-stream");
    head.set(http::field::connection, "close");
    std::ostringstream text;
    text << head.base();
    queue(text.str());
    subscription_ = open(
        [self = weak_from_this(), inbox = inbox_, io = stream_.get_executor()](const Event& event) {
            if (!inbox->put(event)) return;
            asio::post(io, [self] {
                if (const auto session = self.lock()) session->take_events();
            });
        });
    beat();
    watch_for_close();
}

void Session::take_events() {
    for (const Event& event : inbox_->take()) {
        ends_ = ends_ || event.last;
        queue(event_text(event));
    }
}

void Session::queue(std::string text) {
    if (closed_) return;
    unsent_bytes_ += text.size();
    shared_.unsent_bytes += text.size();
    unsent_.push_back(std::move(text));
    if (unsent_bytes_ > kMaxUnsentBytes) return close();
    if (shared_.unsent_bytes > kMaxUnsentBytesOfAll && unsent_bytes_ > kUsualBytes) return close();
    if (unsent_.size() == 1) flush();
}

void Session::flush() {
    asio::async_write(stream_, asio::buffer(unsent_.front()),
                      [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                          if (error) return self->close();
                          self->unsent_bytes_ -= self->unsent_.front().size();
                          self->shared_.unsent_bytes -= self->unsent_.front().size();
                          self->unsent_.pop_front();
                          if (!self->unsent_.empty()) return self->flush();
                          if (self->ends_) self->close();
                      });
}

// A comment now and then keeps the connection open and detects clients that have gone.
void Session::beat() {
    heartbeat_.expires_after(kHeartbeat);
    heartbeat_.async_wait([self = weak_from_this()](ErrorCode error) {
        const auto session = self.lock();
        if (error || !session || session->closed_) return;
        session->queue(": still here\n\n");
        session->beat();
    });
}

void Session::watch_for_close() {
    stream_.async_read_some(asio::buffer(nothing_),
                            [self = shared_from_this()](ErrorCode error, std::size_t /*bytes*/) {
                                if (error) return self->close();
                                self->watch_for_close();
                            });
}

}  // namespace zerosum::web

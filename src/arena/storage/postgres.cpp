// sql::open_server: PostgreSQL, through libpqxx.

#include <algorithm>
#include <pqxx/connection>
#include <pqxx/errorhandler>
#include <pqxx/except>
#include <pqxx/nontransaction>
#include <pqxx/result>
#include <thread>
#include <utility>

#include "arena/storage/sql.h"
#include "core/cpu_clock.h"
#include "core/text.h"

namespace zerosum::sql {

namespace {

// A message of libpq in one line, fit for a terminal.
std::string in_one_line(std::string_view said) {
    std::string text;
    for (const std::string_view line : split_lines(said)) {
        const std::string_view words = trim(line);
        if (words.empty() || words.front() == '^' || words.starts_with("LINE ")) continue;
        text += (text.empty() ? "" : " ") + std::string(words);
    }
    return printable(text, 500);
}

// "?" becomes "$1", "$2", ...: what PostgreSQL calls the values of a statement.
std::string with_dollars(std::string_view sql) {
    std::string out;
    int place = 0;
    for (const char c : sql) out += c == '?' ? fmt::format("${}", ++place) : std::string(1, c);
    return out;
}

// A server's machine that is gone without a word is noticed after a minute, not after hours: by who
// waits for an answer, and by whose question is not acknowledged. What the address says of it
// holds.
std::string with_keepalives(std::string address) {
    for (const std::string_view setting : {"keepalives_idle=30", "keepalives_interval=10",
                                           "keepalives_count=3", "tcp_user_timeout=60000"}) {
        if (address.find(setting.substr(0, setting.find('=') + 1)) != std::string::npos) continue;
        if (!address.ends_with('?')) address += address.find('?') == std::string::npos ? '?' : '&';
        address += setting;
    }
    return address;
}

class PostgresRow final : public Row {
 public:
    explicit PostgresRow(const pqxx::row& row) : row_(row) {}
    [[nodiscard]] std::int64_t integer(int column) const override {
        return std::strtoll(bytes(column), nullptr, 10);
    }
    [[nodiscard]] double real(int column) const override {
        return std::strtod(bytes(column), nullptr);
    }
    [[nodiscard]] std::string text(int column) const override { return bytes(column); }
    [[nodiscard]] bool is_null(int column) const override { return row_[column].is_null(); }

 private:
    [[nodiscard]] const char* bytes(int column) const { return row_[column].c_str(); }
    const pqxx::row& row_;
};

class PostgresConnection final : public Connection {
 public:
    using Prepare = std::function<Result<void>(Connection&)>;
    PostgresConnection(std::string address, bool read_only, Prepare on_connect)
        : address_(std::move(address)), read_only_(read_only), on_connect_(std::move(on_connect)) {}
    PostgresConnection(const PostgresConnection&) = delete;
    PostgresConnection& operator=(const PostgresConnection&) = delete;
    // A server frees the locks of a connection some time after it has ended; who comes next would
    // be told that another process is at work.
    ~PostgresConnection() override {
        if (on_connect_ && session_ != nullptr && !lost_)
            (void)guarded([&] { session_->exec("SELECT pg_advisory_unlock_all()"); });
    }

    [[nodiscard]] Result<void> open(const Patience& patience);
    [[nodiscard]] Result<void> connect() {
        session_.reset();
        quiet_.reset();
        connection_.reset();
        lost_ = false;
        const Result<void> connected = guarded([&] {
            connection_ = std::make_unique<pqxx::connection>(with_keepalives(address_));
            quiet_ = std::make_unique<pqxx::quiet_errorhandler>(*connection_);
            session_ = std::make_unique<pqxx::nontransaction>(*connection_);
            session_->exec(
                "SET client_min_messages = warning; SET standard_conforming_strings = on;"
                "SET synchronous_commit = on");
            if (read_only_) session_->exec("SET default_transaction_read_only = on");
        });
        if (!connected || !on_connect_) return connected;
        return on_connect_(*this);
    }

    [[nodiscard]] Dialect dialect() const override { return Dialect::Postgres; }
    [[nodiscard]] Result<void> execute(const std::string& script) override {
        return guarded([&] { session_->exec(script); });
    }
    [[nodiscard]] Result<std::int64_t> run(std::string_view sql,
                                           std::span<const Value> values) override {
        std::int64_t changed = 0;
        return guarded(
                   [&] { changed = static_cast<std::int64_t>(ask(sql, values).affected_rows()); })
            .map([&] { return changed; });
    }
    [[nodiscard]] Result<void> query(std::string_view sql, std::span<const Value> values,
                                     const Each& each) override {
        pqxx::result answer;
        if (Result<void> asked = guarded([&] { answer = ask(sql, values); }); !asked) return asked;
        for (const pqxx::row& row : answer)
            if (Result<void> read = each(PostgresRow(row)); !read) return read;
        return {};
    }
    [[nodiscard]] Result<void> begin() override { return execute("BEGIN"); }
    [[nodiscard]] Result<void> commit() override { return execute("COMMIT"); }
    void roll_back() override {
        if (!lost_) (void)execute("ROLLBACK");
    }
    [[nodiscard]] Result<void> set_durable(bool durable) override {
        return execute(durable ? "SET synchronous_commit = on" : "SET synchronous_commit = off");
    }
    [[nodiscard]] bool lost() const override { return lost_; }
    [[nodiscard]] bool take_conflict() override { return std::exchange(conflict_, false); }
    [[nodiscard]] Result<void> reconnect(const Patience& patience) override;

 private:
    [[nodiscard]] pqxx::result ask(std::string_view sql, std::span<const Value> values) {
        std::vector<std::string> texts;
        texts.reserve(values.size());  // they are pointed to
        std::vector<const char*> pointers;
        for (const Value& value : values) {
            if (std::holds_alternative<std::monostate>(value)) {
                pointers.push_back(nullptr);
                continue;
            }
            texts.push_back(std::visit(
                [](const auto& held) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
                        return std::string();
                    else
                        return fmt::format("{}", held);
                },
                value));
            pointers.push_back(texts.back().c_str());
        }
        return session_->exec_params(with_dollars(sql),
                                     pqxx::prepare::make_dynamic_params(pointers));
    }

    template <typename Work>
    [[nodiscard]] Result<void> guarded(const Work& work) {
        try {
            if (lost_) return fail("the connection to the database is lost");
            work();
            return {};
        } catch (const pqxx::transaction_rollback& error) {
            // A deadlock (40P01), or what cannot be put in order with others (40001).
            conflict_ = true;
            lost_ = !is_open();
            return fail("{}", in_one_line(error.what()));
        } catch (const pqxx::sql_error& error) {
            // A server that is being stopped says so in an answer before the connection ends.
            lost_ = error.sqlstate().starts_with("57P") || !is_open();
            return fail("{}", in_one_line(error.what()));
        } catch (const pqxx::failure& error) {
            // Whatever else libpqxx calls a failure is one of the connection: that it broke, or
            // that it had ended before ("Could not obtain client encoding: not connected").
            lost_ = true;
            return fail("{}", in_one_line(error.what()));
        } catch (const std::exception& error) {
            lost_ = connection_ != nullptr && !is_open();
            return fail("{}", in_one_line(error.what()));
        }
    }
    [[nodiscard]] Result<void> persist(const Patience& patience);
    [[nodiscard]] bool is_open() const { return connection_ != nullptr && connection_->is_open(); }

    std::string address_;
    bool read_only_;
    Prepare on_connect_;
    std::unique_ptr<pqxx::connection> connection_;
    // What the server says beside its answers is not for the terminal.
    std::unique_ptr<pqxx::quiet_errorhandler> quiet_;
    std::unique_ptr<pqxx::nontransaction> session_;  // on connection_, so it goes first
    bool lost_ = false;
    bool conflict_ = false;
};

// Whether the server is there and will not let us in, however long we wait.
bool is_final(const Error& refused) {
    const std::string& said = refused.message;
    const auto has = [&](const char* words) { return said.find(words) != std::string::npos; };
    return has("authentication failed for user") || has("no password supplied") ||
           (has("\" does not exist") && (has("role \"") || has("database \"")));
}

// Connects, and tries again until the patience ends: twice as long between two tries as before, up
// to some seconds.
Result<void> PostgresConnection::persist(const Patience& patience) {
    const Seconds begun = wall_clock();
    for (Seconds pause{0.05};; pause = std::min(2 * pause, Seconds{5})) {
        const Result<void> back = connect();
        if (back || is_final(back.error())) return back;
        lost_ = true;
        // In small steps, so that a request to stop is heard.
        for (const Seconds until = wall_clock() + pause;
             wall_clock() < until && !patience.stop.stop_requested();)
            std::this_thread::sleep_for(Seconds{0.05});
        if (patience.stop.stop_requested() || wall_clock() - begun > patience.longest) return back;
    }
}

Result<void> PostgresConnection::reconnect(const Patience& patience) {
    const auto tell = [&](const std::string& sentence) {
        if (patience.tell) patience.tell(sentence);
    };
    tell(fmt::format("the database {} went away: waiting up to {:g} s for it", shown(address_),
                     patience.longest.count()));
    const Seconds begun = wall_clock();
    const Result<void> back = persist(patience);
    const Seconds waited = wall_clock() - begun;
    if (!back)
        return fail("it went away and did not come back in {:.0f} s ({})", waited.count(),
                    back.error().message);
    tell(fmt::format("the database {} is back after {:.1f} s", shown(address_), waited.count()));
    return {};
}

Result<void> PostgresConnection::open(const Patience& patience) {
    const Result<void> at_once = connect();
    // A ledger that is in use is an answer: nothing to wait for.
    if (at_once || !lost_ || is_final(at_once.error()) || patience.longest <= Seconds{0})
        return at_once;
    if (patience.tell)
        patience.tell(fmt::format("the database {} cannot be reached ({}): trying for {:g} s",
                                  shown(address_), at_once.error().message,
                                  patience.longest.count()));
    return persist(patience);
}

}  // namespace

Result<Database> open_server(const std::string& address, bool read_only,
                             const std::function<Result<void>(Connection&)>& on_connect,
                             const Patience& patience) {
    if (Result<void> sound = check_server(address); !sound) return tl::unexpected(sound.error());
    auto connection = std::make_unique<PostgresConnection>(address, read_only, on_connect);
    if (Result<void> open = connection->open(patience); !open) return tl::unexpected(open.error());
    return Database(std::move(connection));
}

}  // namespace zerosum::sql

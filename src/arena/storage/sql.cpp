#include "arena/storage/sql.h"

#include <charconv>
#include <map>

namespace zerosum::sql {

namespace {

class SqliteRow final : public Row {
 public:
    explicit SqliteRow(const sqlite::Statement& row) : row_(row) {}
    [[nodiscard]] std::int64_t integer(int column) const override { return row_.integer(column); }
    [[nodiscard]] double real(int column) const override { return row_.real(column); }
    [[nodiscard]] std::string text(int column) const override { return row_.text(column); }
    [[nodiscard]] bool is_null(int column) const override { return row_.is_null(column); }

 private:
    const sqlite::Statement& row_;
};

class SqliteConnection final : public Connection {
 public:
    explicit SqliteConnection(sqlite::Database database) : database_(std::move(database)) {}

    [[nodiscard]] Dialect dialect() const override { return Dialect::Sqlite; }
    [[nodiscard]] Result<void> execute(const std::string& script) override {
        return database_.execute(script);
    }
    [[nodiscard]] Result<std::int64_t> run(std::string_view sql,
                                           std::span<const Value> values) override {
        Result<sqlite::Statement> statement = prepare(sql, values);
        if (!statement) return tl::unexpected(statement.error());
        const Result<void> done = statement->run();
        if (!done) return tl::unexpected(done.error());
        const std::int64_t changed = database_.changes();
        put_away(sql, std::move(*statement));
        return changed;
    }
    [[nodiscard]] Result<void> query(std::string_view sql, std::span<const Value> values,
                                     const Each& each) override {
        Result<sqlite::Statement> statement = prepare(sql, values);
        if (!statement) return tl::unexpected(statement.error());
        const SqliteRow row(*statement);
        for (;;) {
            const Result<bool> there = statement->step();
            if (!there) return tl::unexpected(there.error());
            if (!*there) break;
            if (Result<void> read = each(row); !read) return read;
        }
        put_away(sql, std::move(*statement));
        return {};
    }
    [[nodiscard]] Result<void> begin() override { return database_.execute("BEGIN IMMEDIATE"); }
    [[nodiscard]] Result<void> commit() override { return database_.execute("COMMIT"); }
    void roll_back() override { database_.roll_back(); }
    [[nodiscard]] Result<void> set_durable(bool durable) override {
        return database_.execute(durable ? "PRAGMA synchronous = FULL"
                                         : "PRAGMA synchronous = NORMAL");
    }
    [[nodiscard]] bool lost() const override { return false; }
    [[nodiscard]] bool take_conflict() override { return false; }
    [[nodiscard]] Result<void> reconnect(const Patience& /*patience*/) override { return {}; }

 private:
    [[nodiscard]] Result<sqlite::Statement> prepare(std::string_view sql,
                                                    std::span<const Value> values) {
        const auto idle = idle_.find(sql);
        Result<sqlite::Statement> found = idle == idle_.end()
                                              ? database_.prepare(sql)
                                              : Result<sqlite::Statement>(std::move(idle->second));
        if (idle != idle_.end()) idle_.erase(idle);
        return std::move(found).map([&](sqlite::Statement&& statement) {
            int place = 0;
            for (const Value& value : values) {
                ++place;
                std::visit(
                    [&](const auto& held) {
                        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
                            statement.bind(place, std::nullopt);
                        else
                            statement.bind(place, held);
                    },
                    value);
            }
            return std::move(statement);
        });
    }

    // Compiling a statement costs more than most of them do: those that were used are kept, but
    // not while they are in use.
    void put_away(std::string_view sql, sqlite::Statement&& statement) {
        constexpr std::size_t most = 64;
        if (idle_.size() >= most) idle_.clear();
        statement.reset();
        idle_.emplace(sql, std::move(statement));
    }

    sqlite::Database database_;
    std::map<std::string, sqlite::Statement, std::less<>> idle_;  // by their text
};

// What libpq makes of "passw%6frd".
std::string percent_decoded(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned byte = 0;
        const char* digits = text.data() + at + 1;
        const bool coded = text[at] == '%' && at + 2 < text.size() &&
                           std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
        out += coded ? static_cast<char>(byte) : text[at];
        if (coded) at += 2;
    }
    return out;
}

// As libpq reads an address: the user and the password stand before the first @, unless a slash
// comes before that, and a password may hold question marks.
bool holds_password(std::string_view address) {
    const std::string_view rest = address.substr(address.find("://") + 3);
    const std::size_t at = rest.find_first_of("@/");
    const bool named = at != std::string_view::npos && rest[at] == '@';
    return (named && rest.substr(0, at).find(':') != std::string_view::npos) ||
           percent_decoded(rest).find("password=") != std::string::npos;
}

}  // namespace

Result<void> Database::persist(const std::function<Result<void>()>& work) const {
    constexpr int most_conflicts = 20;  // in succession
    for (int conflicts = 0;;) {
        Result<void> done = work();
        if (done || inside_) return done;
        if (connection_->take_conflict() && ++conflicts <= most_conflicts) continue;
        if (!connection_->lost()) return done;
        if (patience_.longest <= Seconds{0}) return done;
        if (Result<void> back = connection_->reconnect(patience_); !back) return back;
    }
}

Result<void> Database::transaction(const std::function<Result<void>()>& work) const {
    return persist([&]() -> Result<void> {
        Result<void> done = connection_->begin();
        if (!done) return done;
        const bool within = std::exchange(inside_, true);
        done = work();
        inside_ = within;
        if (done) done = connection_->commit();
        if (!done) connection_->roll_back();
        return done;
    });
}

Result<void> Database::lightly(const std::function<Result<void>()>& write) const {
    return persist([&]() -> Result<void> {
        Result<void> done = connection_->set_durable(false);
        if (!done) return done;
        const bool within = std::exchange(inside_, true);  // what is repeated is all of this
        done = write();
        inside_ = within;
        const Result<void> back = connection_->lost() ? done : connection_->set_durable(true);
        return done ? back : done;
    });
}

Result<std::int64_t> Database::first(const Result<std::vector<std::int64_t>>& list) {
    if (!list) return tl::unexpected(list.error());
    if (list->empty()) return fail("a number was asked for and there is none");
    return list->front();
}

bool is_server(const std::filesystem::path& place) {
    const std::string_view text = place.native();
    return text.starts_with("postgresql://") || text.starts_with("postgres://");
}

std::string shown(const std::filesystem::path& place) {
    if (!is_server(place)) return place.string();
    const std::string address = place.string();
    const std::size_t begin = address.find("://") + 3;
    if (holds_password(address)) return address.substr(0, begin) + "...";
    const std::string rest = address.substr(begin, address.find('?') - begin);
    const std::size_t at = rest.rfind('@');
    return address.substr(0, begin) + (at == std::string::npos ? rest : rest.substr(at + 1));
}

Result<Database> open_file(const std::filesystem::path& path, sqlite::Access access) {
    return sqlite::Database::open(path, access).map([](sqlite::Database&& database) {
        return Database(std::make_unique<SqliteConnection>(std::move(database)));
    });
}

Result<void> check_server(std::string_view address) {
    if (!holds_password(address)) return {};
    return fail(
        "found a password in the ledger's address, expected it in PGPASSWORD, a pgpass file or a "
        "service file, where no list of processes and no log shows it");
}

}  // namespace zerosum::sql

#include "arena/tournament/ledger_copy.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

#include "arena/tournament/ledger.h"
#include "arena/tournament/ledger_schema.h"

namespace zerosum {

namespace ledger_copy {

namespace {

// A table with its columns, the one that orders it first. A letter each: i is an integer, r a real
// number, t a text. `counts`: the first column counts itself.
struct Table {
    std::string_view name;
    std::string_view columns;
    std::string_view types;
    bool counts = false;
};

// In an order in which no row names one that is not there yet.
constexpr std::array<Table, 10> kCopied = {{
    {"identity", "name, value", "tt"},
    {"constant", "name, value", "tt"},
    {"about", "name, value", "tt"},
    {"entrant", "number, name, current", "iti"},
    {"version", "number, entrant, spec, fingerprint, entered", "iitti"},
    {"blob", "hash, base64", "tt"},
    {"source", "version, blob", "it"},
    {"pairing", "place, id, round, first, second", "itiii", true},
    {"game",
     "place, id, pairing, number, first, second, winner, first_points, second_points, reason, "
     "first_cpu, second_cpu, wall, ended, speed",
     "ittiiiiiitrrrir", true},
    {"record", "game, json", "tt"},
}};

// A value of a row that outlives the row.
struct Cell {
    sql::Value value;
    std::string text;  // what a text's value points to
};

std::vector<Cell> cells_of(const sql::Row& row, const Table& table) {
    std::vector<Cell> cells(table.types.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const int column = static_cast<int>(i);
        if (row.is_null(column)) continue;
        if (table.types[i] == 'i') {
            cells[i].value = row.integer(column);
        } else if (table.types[i] == 'r') {
            cells[i].value = row.real(column);
        } else {
            cells[i].text = row.text(column);
            cells[i].value = std::string_view(cells[i].text);
        }
    }
    return cells;
}

// Calls `each` with every row's cells. The engines sort texts by different rules, so the order is
// made the same by asking for that of bytes.
template <typename Each>
Result<void> for_each_row(const sql::Database& database, const Table& table, const Each& each) {
    const std::string_view key = table.columns.substr(0, table.columns.find(','));
    const bool by_bytes =
        table.types.front() == 't' && database.dialect() == sql::Dialect::Postgres;
    return database.each(fmt::format("SELECT {} FROM {} ORDER BY {}{}", table.columns, table.name,
                                     key, by_bytes ? " COLLATE \"C\"" : ""),
                         [&](const sql::Row& row) { return each(cells_of(row, table)); });
}

// FNV-1a over the fields, each after its length, so that no two lists of fields read alike.
class Digest {
 public:
    void add(std::string_view field) {
        for (const char c : fmt::format("{}:", field.size())) add(c);
        for (const char c : field) add(c);
    }
    [[nodiscard]] std::string text() const { return fmt::format("{:016x}", state_); }

 private:
    void add(char c) { state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL; }
    std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

std::string as_text(const sql::Value& value) {
    return std::visit(
        [](const auto& held) {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
                return std::string("null");
            else
                return fmt::format("{}", held);
        },
        value);
}

}  // namespace

Result<std::string> digest(const sql::Database& database) {
    Digest sum;
    for (const Table& table : kCopied) {
        sum.add(table.name);
        const Result<void> read =
            for_each_row(database, table, [&](const std::vector<Cell>& cells) -> Result<void> {
                for (const Cell& cell : cells) sum.add(as_text(cell.value));
                return {};
            });
        if (!read) return tl::unexpected(read.error());
    }
    return sum.text();
}

Result<void> copy_rows(const sql::Database& from, const sql::Database& to) {
    for (const Table& table : kCopied) {
        std::string places;
        for (std::size_t i = 0; i < table.types.size(); ++i) places += i == 0 ? "?" : ", ?";
        const std::string insert =
            fmt::format("INSERT INTO {} ({}) VALUES ({})", table.name, table.columns, places);
        const Result<void> copied = for_each_row(from, table, [&](const std::vector<Cell>& cells) {
            std::vector<sql::Value> values;
            for (const Cell& cell : cells) values.push_back(cell.value);
            return to.run_list(insert, values);
        });
        if (!copied) return copied;
        if (!table.counts || to.dialect() != sql::Dialect::Postgres) continue;
        // The counter goes on behind what was copied.
        const Result<std::int64_t> set =
            to.integer(fmt::format("SELECT setval(pg_get_serial_sequence('{0}', 'place'), "
                                   "(SELECT coalesce(max(place), 0) + 1 FROM {0}), false)",
                                   table.name));
        if (!set) return tl::unexpected(set.error());
    }
    return {};
}

}  // namespace ledger_copy

Result<bool> Ledger::upgrade(const std::filesystem::path& path) {
    std::error_code unused;
    if (!sql::is_server(path) && !std::filesystem::exists(path, unused))
        return refusal(path, {"there is no such file"});
    const Result<Ledger> ledger = open_as(Role::Writer, path);
    if (!ledger) return tl::unexpected(ledger.error());
    const Result<std::int64_t> format = queue_schema::format_of(ledger->database_);
    if (!format) return refusal(path, format.error());
    const Result<void> done = ledger_schema::upgrade(ledger->database_, *format);
    if (!done) return refusal(path, done.error());
    return *format != queue_schema::kNewest;
}

Result<std::string> Ledger::copy(const std::filesystem::path& from,
                                 const std::filesystem::path& to) {
    const Result<Ledger> source = open_to_read(from);
    if (!source) return tl::unexpected(source.error());
    const Result<std::int64_t> format = queue_schema::format_of(source->database_);
    if (!format) return refusal(from, format.error());
    if (*format != queue_schema::kNewest)
        return refusal(from,
                       {fmt::format("it has the old format {}, expected {}: zerosum tournament "
                                    "FILE --upgrade makes it so",
                                    *format, queue_schema::kNewest)});
    const Result<Ledger> copy = open_as(Role::Writer, to);
    if (!copy) return tl::unexpected(copy.error());
    const Result<bool> empty = queue_schema::is_empty(copy->database_);
    if (!empty) return refusal(to, empty.error());
    if (!*empty) return refusal(to, {"found something there already, expected an empty place"});
    Result<void> done = queue_schema::be_durable(copy->database_);
    if (!done) return refusal(to, done.error());
    std::string digest;
    done = copy->database_.transaction([&]() -> Result<void> {
        Result<void> made = ledger_schema::create(copy->database_);
        if (made) made = ledger_copy::copy_rows(source->database_, copy->database_);
        if (!made) return made;
        const Result<std::string> here = ledger_copy::digest(copy->database_);
        const Result<std::string> there = ledger_copy::digest(source->database_);
        if (!here || !there) return tl::unexpected(here ? there.error() : here.error());
        if (*here != *there)
            return fail("the copy differs from {} (digest {}, expected {}): is it being played on?",
                        sql::shown(from), *here, *there);
        digest = *here;
        return {};
    });
    if (!done) return refusal(to, done.error());
    return digest;
}

Result<std::string> Ledger::digest() const {
    return ledger_copy::digest(database_).map_error([this](const Error& e) { return named(e); });
}

}  // namespace zerosum

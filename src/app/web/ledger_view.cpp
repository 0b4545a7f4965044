#include "app/web/ledger_view.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/view/ledger_changes.h"
#include "app/web/json.h"
#include "app/web/later.h"
#include "core/text.h"

namespace zerosum::web {

namespace {

using Clock = std::chrono::steady_clock;

// Of the time, the part that may go into reading a ledger again.
constexpr int kRestPerReading = 9;
// Leases run out without anything being written.
constexpr std::chrono::seconds kReadAnyway{60};

// What changes when the ledger is written: of SQLite's two files, when and how long. None: not a
// file.
using Stamp = std::vector<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
std::optional<Stamp> stamp_of(const std::string& file) {
    Stamp stamp;
    std::error_code none;
    for (const std::string& part : {file, file + "-wal"}) {
        const auto size = std::filesystem::file_size(part, none);
        if (none && part == file) return std::nullopt;
        stamp.emplace_back(std::filesystem::last_write_time(part, none), none ? 0 : size);
    }
    return stamp;
}

Asked<Json> asked(Result<Json> read) {
    if (!read) return refuse(404, "not_found", read.error().message);
    return std::move(*read);
}

}  // namespace

struct LedgerView::Watched {
    std::size_t number = 0;
    std::string file;
    std::string name;  // the tournament's title; the file's name while there is none
    std::map<std::uint64_t, EventSink> watchers;
    Event latest;                // all of it, or why not; empty name: nothing read yet
    Json state;                  // what `latest` says; null: could not be read
    bool reading = false;        // by a thread of the queue
    std::optional<Stamp> stamp;  // of the file that was read
    Clock::time_point next;      // not to be read before
    Clock::time_point again;     // to be read then whatever its stamp

    // What was read as pages get it.
    [[nodiscard]] Json titled(const Json& read) const {
        Json json{{"id", number}, {"name", name}};
        json.update(read);
        json.erase("title");
        return json;
    }
};

class LedgerView::Watcher final : public Subscription {
 public:
    Watcher(LedgerView& view, WatchedPtr ledger, std::uint64_t number)
        : view_(view), ledger_(std::move(ledger)), number_(number) {}
    ~Watcher() override {
        const std::lock_guard lock(view_.mutex_);
        ledger_->watchers.erase(number_);
    }

 private:
    LedgerView& view_;
    WatchedPtr ledger_;
    std::uint64_t number_;
};

LedgerView::LedgerView(const std::vector<std::string>& files, WorkQueue& queue) : queue_(queue) {
    for (const std::string& file : files) {
        auto ledger = std::make_shared<Watched>();
        ledger->number = ledgers_.size();
        ledger->file = file;
        ledger->name = std::filesystem::path(sql::shown(file)).stem().string();
        ledgers_.push_back(std::move(ledger));
    }
    // The first visitor finds it read.
    const std::lock_guard lock(mutex_);
    for (const WatchedPtr& ledger : ledgers_) refresh(ledger);
}
LedgerView::~LedgerView() = default;

Json LedgerView::names() const {
    const std::lock_guard lock(mutex_);
    Json names = Json::array();
    for (const WatchedPtr& ledger : ledgers_)
        names.push_back({{"id", ledger->number}, {"name", ledger->name}});
    return names;
}

Asked<LedgerView::WatchedPtr> LedgerView::find(const std::string& id) const {
    const auto number = parse_int(id);
    if (!number || *number < 0 || static_cast<std::size_t>(*number) >= ledgers_.size())
        return refuse(404, "not_found", "There is no such ledger.");
    return ledgers_[static_cast<std::size_t>(*number)];
}

Deferred LedgerView::later(const std::string& visitor, const WatchedPtr& ledger,
                           std::function<Asked<Json>(const std::string& file)> read) {
    return answered_later(queue_, {visitor, "ledger " + ledger->file},
                          [ledger, read = std::move(read)] { return read(ledger->file); });
}

Asked<Deferred> LedgerView::show(const std::string& visitor, const std::string& id) {
    return find(id).map([&](const WatchedPtr& ledger) {
        return later(visitor, ledger, [this, ledger](const std::string& file) {
            return asked(view::ledger_json(file).map([&](const Json& read) {
                const std::lock_guard lock(mutex_);
                return ledger->titled(read);
            }));
        });
    });
}

Asked<Deferred> LedgerView::show_games(const std::string& visitor, const std::string& id,
                                       const view::GamesWanted& wanted) {
    return find(id).map([&](const WatchedPtr& ledger) {
        return later(visitor, ledger, [wanted](const std::string& file) {
            return asked(view::ledger_games_json(file, wanted));
        });
    });
}

Asked<Deferred> LedgerView::show_game(const std::string& visitor, const std::string& id,
                                      const std::string& game) {
    return find(id).map([&](const WatchedPtr& ledger) {
        return later(visitor, ledger, [game](const std::string& file) {
            return asked(view::ledger_frames_json(file, game));
        });
    });
}

Asked<Stream> LedgerView::watch(const std::string& id) {
    return find(id).map([this](const WatchedPtr& ledger) -> Stream {
        return [this, ledger](EventSink sink) -> SubscriptionPtr {
            const std::lock_guard lock(mutex_);
            const std::uint64_t number = next_++;
            if (!ledger->latest.name.empty()) sink(ledger->latest);
            ledger->watchers[number] = std::move(sink);
            refresh(ledger);
            return std::make_unique<Watcher>(*this, ledger, number);
        };
    });
}

void LedgerView::tick() {
    const std::lock_guard lock(mutex_);
    for (const WatchedPtr& ledger : ledgers_)
        if (!ledger->watchers.empty()) refresh(ledger);
}

// Wants the lock held.
void LedgerView::refresh(const WatchedPtr& ledger) {
    const Clock::time_point now = Clock::now();
    if (ledger->reading || now < ledger->next) return;
    std::optional<Stamp> stamp = stamp_of(ledger->file);
    if (stamp && stamp == ledger->stamp && now < ledger->again) return;
    ledger->reading =
        queue_.submit({"", "ledger " + ledger->file}, WorkQueue::Urgency::Reply, [this, ledger] {
            const Clock::time_point begun = Clock::now();
            const Result<Json> read = view::ledger_json(ledger->file);
            const Clock::time_point ended = Clock::now();
            const std::lock_guard lock(mutex_);
            ledger->reading = false;
            ledger->next = ended + kRestPerReading * (ended - begun);
            ledger->again = ended + kReadAnyway;
            take(ledger, read);
        });
    if (ledger->reading) ledger->stamp = std::move(stamp);  // else the queue is full: next time
}

// Wants the lock held. Who has seen the last state is told what is different.
void LedgerView::take(const WatchedPtr& ledger, const Result<Json>& read) {
    Event event;
    Event whole;
    if (read) {
        if (const auto title = read->value("title", ""); !title.empty()) ledger->name = title;
        Json state = ledger->titled(*read);
        if (state == ledger->state) return;
        whole = {"ledger", to_text(state)};
        event = ledger->state.is_null()
                    ? whole
                    : Event{"changes", to_text(view::ledger_changes(ledger->state, state))};
        ledger->state = std::move(state);
    } else {
        whole = event = {"failed", to_text({{"message", read.error().message}})};
        if (event.name == ledger->latest.name && event.data == ledger->latest.data) return;
        ledger->state = nullptr;
    }
    ledger->latest = std::move(whole);
    for (const auto& [number, sink] : ledger->watchers) sink(event);
}

}  // namespace zerosum::web

#include "app/web/ledger_view.h"

#include <filesystem>
#include <utility>

#include "app/view/ledger_json.h"
#include "app/web/json.h"
#include "app/web/later.h"
#include "core/text.h"

namespace zerosum::web {

namespace {

Asked<Json> asked(Result<Json> read) {
    if (!read) return refuse(404, "not_found", read.error().message);
    return std::move(*read);
}

}  // namespace

struct LedgerView::Watched {
    std::size_t number = 0;
    std::string file;
    std::string name;
    std::map<std::uint64_t, EventSink> watchers;
    Event latest;          // empty name: nothing read yet
    bool reading = false;  // by a thread of the queue
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
        ledger->name = std::filesystem::path(file).stem().string();
        ledgers_.push_back(std::move(ledger));
    }
}
LedgerView::~LedgerView() = default;

Json LedgerView::names() const {
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
        return later(visitor, ledger,
                     [](const std::string& file) { return asked(view::ledger_json(file)); });
    });
}

Asked<Deferred> LedgerView::show_games(const std::string& visitor, const std::string& id,
                                       const std::string& player) {
    return find(id).map([&](const WatchedPtr& ledger) {
        return later(visitor, ledger, [player](const std::string& file) {
            return asked(view::ledger_games_json(file, player));
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
    if (ledger->reading) return;
    ledger->reading =
        queue_.submit({"", "ledger " + ledger->file}, WorkQueue::Urgency::Reply, [this, ledger] {
            const Result<Json> read = view::ledger_json(ledger->file);
            Event event;
            if (read) {
                Json json{{"id", ledger->number}, {"name", ledger->name}};
                json.update(*read);
                event = {"ledger", to_text(json)};
            } else {
                event = {"failed", to_text({{"message", read.error().message}})};
            }
            const std::lock_guard lock(mutex_);
            ledger->reading = false;
            if (event.name == ledger->latest.name && event.data == ledger->latest.data) return;
            ledger->latest = event;
            for (const auto& [number, sink] : ledger->watchers) sink(event);
        });
}

}  // namespace zerosum::web

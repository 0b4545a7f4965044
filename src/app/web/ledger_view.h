#pragma once
// Tournaments as pages show them: read from their ledgers while they run or after. Files are read
// on the queue's threads, never on the server's.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/view/ledger_json.h"
#include "app/web/http.h"
#include "app/web/json_fwd.h"
#include "app/web/work_queue.h"

namespace zerosum::web {

class LedgerView {
 public:
    LedgerView(const std::vector<std::string>& files, WorkQueue& queue);
    ~LedgerView();
    LedgerView(const LedgerView&) = delete;
    LedgerView& operator=(const LedgerView&) = delete;

    [[nodiscard]] Json names() const;

    // `id` is the ledger's number as text, `game` the game's id in the ledger.
    [[nodiscard]] Asked<Deferred> show(const std::string& visitor, const std::string& id);
    [[nodiscard]] Asked<Deferred> show_games(const std::string& visitor, const std::string& id,
                                             const view::GamesWanted& asked);
    [[nodiscard]] Asked<Deferred> show_game(const std::string& visitor, const std::string& id,
                                            const std::string& game);
    [[nodiscard]] Asked<Stream> watch(const std::string& id);

    // Checks whether something changed in the ledgers that are watched. One that takes long to read
    // is read less often, and one whose file is as it was is left alone.
    void tick();

 private:
    struct Watched;
    class Watcher;
    using WatchedPtr = std::shared_ptr<Watched>;

    [[nodiscard]] Asked<WatchedPtr> find(const std::string& id) const;
    [[nodiscard]] Deferred later(const std::string& visitor, const WatchedPtr& ledger,
                                 std::function<Asked<Json>(const std::string& file)> read);
    void refresh(const WatchedPtr& ledger);
    void take(const WatchedPtr& ledger, const Result<Json>& read);

    WorkQueue& queue_;
    mutable std::mutex mutex_;
    std::vector<WatchedPtr> ledgers_;
    std::uint64_t next_ = 1;
};

}  // namespace zerosum::web

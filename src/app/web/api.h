#pragma once
// Which request does what: docs/api.md in code. Knows nothing of sockets; a request is a value, and
// so is the answer. Safe against any request whatever: a wrong one gets an answer that says why.

#include <memory>
#include <string>
#include <vector>

#include "app/web/analyst.h"
#include "app/web/desk_api.h"
#include "app/web/game_table.h"
#include "app/web/guard.h"
#include "app/web/http.h"
#include "app/web/ledger_view.h"
#include "app/web/target.h"
#include "app/web/work_queue.h"

namespace zerosum::web {

struct ApiOptions {
    std::string version;
    std::string token;                 // empty: loopback only
    std::vector<std::string> ledgers;  // files
    unsigned threads = 0;              // engines at work at once; none: nothing is answered
    std::uint64_t seed = 0;            // of ids and boards
    GameLimits games = {};
    std::shared_ptr<Agents> agents = nullptr;  // programs that can be played against
    Desk* desk = nullptr;  // of a class; its ladder's ledger is the last of the ledgers
};

class Api {
 public:
    Api(ApiOptions options, GameStore store);
    ~Api() { stop(); }
    Api(const Api&) = delete;
    Api& operator=(const Api&) = delete;

    [[nodiscard]] Answer handle(const Request& request);

    // The longest body to accept after this head. A request that will be refused gets no more than
    // the usual one.
    [[nodiscard]] std::size_t body_limit(const Request& head) const;

    // To be called about once a second.
    void tick();

    // Ends the engines' work; what is asked of them afterwards is refused as busy.
    void stop();

    // Counted by the server, shown in /api/status.
    void set_streams(std::size_t streams) { streams_ = streams; }

 private:
    struct Route;
    [[nodiscard]] static const std::vector<Route>& routes();
    [[nodiscard]] bool is_guest(const Request& request, const Target& target);
    [[nodiscard]] Answer dispatch(const Request& request, const Target& target);
    [[nodiscard]] Answer page(const Request& request, const Target& target);
    [[nodiscard]] Answer begin(const Asker& who, const NewGame& wanted);
    enum class Reader { Visitor, Guest };
    [[nodiscard]] Json info(Reader reader) const;
    [[nodiscard]] Json status() const;

    ApiOptions options_;
    Guard guard_;
    WorkQueue engines_;
    WorkQueue readers_;  // of records and ledgers: takes turns too, but never waits for an engine
    std::shared_ptr<Agents> agents_;
    GameTable games_;
    Analyst analyst_;
    LedgerView ledgers_;
    DeskApi desk_;
    std::size_t streams_ = 0;
};

}  // namespace zerosum::web

#pragma once
// A real PostgreSQL for tests, started on first use and stopped with the test program.

#include <string>

namespace zerosum::tests {

class PostgresServer {
 public:
    // Ends the test program when no server can be started: it is a package of scripts/setup.
    static PostgresServer& get();
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;
    ~PostgresServer();

    // The address of an empty place: a schema of its own.
    [[nodiscard]] std::string new_place();
    // Kills the server as a power cut would, and starts it again.
    void kill_and_restart();

 private:
    PostgresServer();
    std::string folder_;
    std::string user_;
    int places_ = 0;
    int owner_;  // the process that stops it, and not its children
};

}  // namespace zerosum::tests

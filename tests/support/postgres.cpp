#include "support/postgres.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "support/paths.h"

// libpqxx 6.4 leaks an answer of libpq when the server goes away while it is asked for the
// encoding.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libpqxx";
}

namespace zerosum::tests {

namespace {

// What a command prints, without the line's end.
std::string output_of(const std::string& command) {
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) return "";
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    if (::pclose(pipe) != 0) return "";
    return text.substr(0, text.find('\n'));
}

std::string script(const std::string& verb, const std::string& folder) {
    return source_path("tests/support/postgres_server").string() + " " + verb + " " + folder;
}

void must(bool done, const char* what) {
    if (done) return;
    std::fprintf(stderr, "postgres: %s failed\n", what);
    std::exit(1);
}

}  // namespace

PostgresServer& PostgresServer::get() {
    static PostgresServer server;
    return server;
}

PostgresServer::PostgresServer() : owner_(::getpid()) {
    std::string name = "/tmp/zspgXXXXXX";
    folder_ = ::mkdtemp(name.data());
    ::chmod(folder_.c_str(), 0755);
    const std::string said = output_of(script("start", folder_));
    must(said.rfind("user=", 0) == 0, "starting a server");
    user_ = said.substr(5);
}

PostgresServer::~PostgresServer() {
    if (::getpid() == owner_) (void)output_of(script("stop", folder_));
}

std::string PostgresServer::new_place() {
    const std::string schema = "place" + std::to_string(++places_);
    const std::string psql = "psql --no-psqlrc --quiet --host " + folder_ + " --username " + user_ +
                             " --command 'CREATE SCHEMA " + schema + "' postgres && echo made";
    must(output_of(psql) == "made", "making a schema");
    return "postgresql:///postgres?host=" + folder_ + "&user=" + user_ +
           "&options=-csearch_path%3D" + schema;
}

void PostgresServer::kill_and_restart() {
    must(output_of(script("kill", folder_) + " && " + script("again", folder_) + " && echo back") ==
             "back",
         "restarting the server");
}

}  // namespace zerosum::tests

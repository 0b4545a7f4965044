#include "ground.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>

#include "core/files.h"
#include "sandbox/tree.h"
#include "sandbox/untrusted_file.h"

namespace zerosum::hostile {

namespace fs = std::filesystem;

std::size_t entries(const fs::path& directory) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory), {}));
}

// Processes that have anything to do with a directory: they work in it or were started from it.
std::vector<std::string> processes_of(const fs::path& directory) {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string pid = entry.path().filename();
        if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
        std::error_code error;
        const std::string cwd = fs::read_symlink(entry.path() / "cwd", error);
        // A process may end while we look: then there is nothing to read, and that is well.
        const std::string command = read_file(entry.path() / "cmdline").value_or("");
        if (cwd.find(directory.string()) != std::string::npos ||
            command.find(directory.string()) != std::string::npos)
            found.push_back(pid + " " + command);
    }
    return found;
}

Victims::Victims() : home_(*Workspace::make()) {
    std::ofstream(file()) << "secret";
    server_ = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* raw = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(server_.get(), raw, size), 0);
    EXPECT_EQ(listen(server_.get(), 16), 0);
    EXPECT_EQ(getsockname(server_.get(), raw, &size), 0);
    port_ = ntohs(address.sin_port);
    datagrams_ = Descriptor(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_un local{};
    local.sun_family = AF_UNIX;
    std::strncpy(static_cast<char*>(local.sun_path), (home_.home() / "socket").c_str(),
                 sizeof local.sun_path - 1);
    EXPECT_EQ(bind(datagrams_.get(), reinterpret_cast<sockaddr*>(&local), sizeof local), 0);
}

bool Victims::unharmed() const {
    char c = 0;
    return process_.alive() && recv(datagrams_.get(), &c, 1, MSG_DONTWAIT) < 0 &&
           read_untrusted_file(file(), 100).value_or("") == "secret";
}

Ground::Ground() {
    std::string name = fs::temp_directory_path() / "hostile-XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    EXPECT_EQ(chmod(name.c_str(), 0711), 0);
    if (const char* before = std::getenv("TMPDIR")) tmpdir_ = before;
    EXPECT_EQ(setenv("TMPDIR", name.c_str(), 1), 0);
    base_ = name;
    victims_.emplace();
}

Ground::~Ground() {
    victims_.reset();
    EXPECT_EQ(entries(base_), 0U) << "workspaces were left behind";
    EXPECT_TRUE(remove_tree(base_).has_value());
    if (tmpdir_)
        setenv("TMPDIR", tmpdir_->c_str(), 1);
    else
        unsetenv("TMPDIR");
}

std::size_t Ground::workspaces() const {
    std::size_t count = 0;
    for (const auto& work : fs::directory_iterator(base_)) count += entries(work);
    return count;
}

ReadyProgram Ground::ready(const std::vector<std::string>& words) const {
    const std::string& agent = words.at(0);
    ReadyProgram program{*Workspace::make(), words};
    const fs::path home = program.workspace.home();
    const fs::path scripts = ZEROSUM_HOSTILE_AGENTS;
    const bool compiled = !fs::exists(scripts / agent);
    fs::copy(compiled ? fs::path(ZEROSUM_HOSTILE_PROGRAMS) / agent : scripts / agent, home);
    fs::copy(scripts / "breach.py", home);
    if (agent.ends_with(".py"))
        program.move_command = {"python3", "-B", agent};
    else
        program.move_command[0] = "./" + agent;
    std::ofstream(home / "victim_file") << victims_->file().string();
    std::ofstream(home / "victim_user") << geteuid();
    std::ofstream(home / "victim_pid") << victims_->pid();
    std::ofstream(home / "victim_port") << victims_->port();
    EXPECT_TRUE(program.workspace.hand_over().has_value());
    program.limits.memory = std::size_t{128} << 20U;
    program.limits.processes = 48;
    program.limits.file_size = std::size_t{8} << 20U;
    program.limits.disk = std::size_t{24} << 20U;
    program.limits.files = 500;
    program.limits.output = std::size_t{2} << 20U;
    program.grace = Seconds{0.3};
    return program;
}

const Offer& offer_of(const Setup& setup) {
    static std::map<std::string, Offer> offers;
    const std::string name = setup_name(setup);
    const auto known = offers.find(name);
    return known != offers.end() ? known->second
                                 : offers.emplace(name, try_setup(setup)).first->second;
}

testing::AssertionResult is_charged_rightly(const ReadyProgram& program, const Turn& turn,
                                            const Setup& setup, const Reply& first) {
    const fs::path file = program.workspace.home() / "truth";
    std::string charged;
    Seconds cpu = first.cpu;
    for (int tries = 0; tries < 3; ++tries) {
        if (tries > 0) {
            fs::remove(file);
            cpu = ask_program(program, turn, setup).cpu;
        }
        std::ifstream truth(file);
        const double burnt = std::accumulate(std::istream_iterator<double>(truth), {}, 0.0);
        charged += fmt::format("charged {:.4f} s, burnt {:.4f} s\n", cpu.count(), burnt);
        if (burnt > 0.1 && std::abs(cpu.count() - burnt) <= std::max(0.010, 0.05 * burnt))
            return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << charged;
}

std::string as_test_name(std::string text) {
    for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return text;
}

}  // namespace zerosum::hostile

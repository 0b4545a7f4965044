// Small programs of ours that crash, hang, cheat, fork, hoard and lie (agents/), each played as a
// move under every tier that this machine has. Whatever they do, the referee's judgement is right,
// the clock is right, and nothing is left behind.

#include <dirent.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>

#include "arena/play/verdict.h"
#include "core/files.h"
#include "games/registry.h"
#include "players/programs/program_move.h"
#include "sandbox/descriptor.h"
#include "sandbox/machine.h"
#include "sandbox/tree.h"
#include "sandbox/untrusted_file.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

// What an agent tries to get through, and which walls hold against it.
enum class Attack : std::uint8_t {
    None,
    ReadFiles,
    WriteFiles,
    Tcp,
    Datagram,
    Signal,
    Look,
    SeeProcesses,
    Ipc
};

bool holds(const Setup& setup, Attack attack) {
    const Confinement& walls = setup.confinement;
    const bool own_user = geteuid() == 0;  // then file permissions and signals are safe anyway
    switch (attack) {
        case Attack::None:
        case Attack::Look:
            return true;  // the warden itself cannot be looked into
        case Attack::ReadFiles:
            return own_user || walls.landlock || walls.bwrap;
        case Attack::WriteFiles:
            return own_user || walls.landlock || walls.mounts || walls.bwrap;
        case Attack::Tcp:
            return walls.landlock || walls.seccomp || walls.bwrap;
        case Attack::Datagram:
        case Attack::Ipc:
            return walls.seccomp || walls.bwrap;
        case Attack::Signal:
            return own_user || walls.landlock || walls.seccomp || walls.bwrap;
        case Attack::SeeProcesses:
            return (own_user && walls.mounts) || walls.bwrap;
    }
    return false;
}

struct Case {
    const char* agent;
    EndReason reason;      // Points: the answer is good
    const char* sentence;  // a part of what the student is told
    double bank = 30;
    Attack attack = Attack::None;
    friend void PrintTo(const Case& c, std::ostream* out) { *out << c.agent; }
};

constexpr EndReason kGood = EndReason::Points;
constexpr double kShort = 0.1;  // a bank for agents that never end

constexpr Case kCases[] = {
    {"sound.sh", kGood, ""},
    {"says_nothing.sh", EndReason::NoAnswer, "left no output.txt"},
    {"fails.sh", EndReason::Crash, "exited with status 3"},
    {"segfaults.sh", EndReason::Crash, "signal 11"},
    {"aborts_with_core.sh", EndReason::Crash, "signal 6"},
    {"answers_then_fails.sh", kGood, ""},
    {"sleeps.sh", EndReason::Killed, "still running", kShort},
    {"ignores_signals.sh", EndReason::Killed, "still running", kShort},
    {"stops_itself.sh", EndReason::Killed, "still running", kShort},
    {"burns_for_ever.sh", EndReason::Killed, "killed", kShort},
    {"leaves_daemon.sh", kGood, ""},
    {"answers_later.sh", EndReason::NoAnswer, "left no output.txt"},
    {"empty_answer.sh", EndReason::MalformedAnswer, ""},
    {"long_answer.sh", EndReason::NoAnswer, "longer than"},
    {"long_line.sh", EndReason::MalformedAnswer, ""},
    {"binary_answer.sh", EndReason::MalformedAnswer, ""},
    {"illegal_move.sh", EndReason::IllegalMove, "A1"},
    {"wrong_board.sh", EndReason::WrongBoard, "*1*"},
    {"link_answer.sh", EndReason::NoAnswer, "not a regular file"},
    {"pipe_answer.sh", EndReason::NoAnswer, "not a regular file"},
    {"directory_answer.sh", EndReason::NoAnswer, "not a regular file"},
    {"floods_output.sh", EndReason::Limit, "printed more"},
    {"floods_errors.sh", EndReason::Limit, "printed more"},
    {"closes_streams.sh", kGood, ""},
    {"fork_bomb.py", EndReason::Limit, "more processes"},
    {"fork_storm", EndReason::Limit, "more processes"},
    {"thread_bomb", EndReason::Limit, "more processes"},
    {"fills_disk.sh", EndReason::Limit, "filled its directory"},
    {"large_file.sh", EndReason::Limit, "file larger"},
    {"many_files.py", EndReason::Limit, "more files"},
    {"deep_directories.py", EndReason::Limit, "more files"},
    {"bad_interpreter.sh", EndReason::NotStarted, "No such file"},
    {"traps_input.sh", kGood, ""},
    {"locks_its_door.sh", kGood, ""},
    {"hogs_memory.py", EndReason::Limit, "more memory"},
    {"hogs_shared_memory", EndReason::Limit, "more memory"},
    {"hogs_memory_in_children", EndReason::Limit, "more memory"},
    {"opens_everything", kGood, ""},
    {"hydra", kGood, ""},
    {"burns_in_child.py", kGood, ""},
    {"burns_in_threads", kGood, ""},
    {"burns_with_sigchld_ignored", kGood, ""},
    {"burns_in_daemon", kGood, ""},
    {"burns_in_chain", kGood, ""},
    {"burns_untraced", kGood, ""},
    {"reads_opponent.py", kGood, "", 30, Attack::ReadFiles},
    {"lists_opponent.py", kGood, "", 30, Attack::ReadFiles},
    {"links_outside.py", kGood, "", 30, Attack::ReadFiles},
    {"writes_outside.py", kGood, "", 30, Attack::WriteFiles},
    {"removes_outside.py", kGood, "", 30, Attack::WriteFiles},
    {"connects_out.py", kGood, "", 30, Attack::Tcp},
    {"sends_datagram.py", kGood, "", 30, Attack::Datagram},
    {"kills_others.py", kGood, "", 30, Attack::Signal},
    {"kills_parent.py", kGood, "", 30, Attack::Signal},
    {"looks_into_parent", kGood, "", 30, Attack::Look},
    {"reads_command_lines.py", kGood, "", 30, Attack::SeeProcesses},
    {"leaves_shared_memory", kGood, "", 30, Attack::Ipc},
};

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

// The opponent's file, a process and a server that agents try to reach.
class Victims {
 public:
    Victims() : home_(*Workspace::make()) {
        std::ofstream(file()) << "secret";
        std::string name = "sleep";
        std::string time = "infinity";
        const std::array<char*, 3> words{name.data(), time.data(), nullptr};
        EXPECT_EQ(posix_spawnp(&pid_, "sleep", nullptr, nullptr, words.data(), environ), 0);
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
    }
    ~Victims() {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    Victims(const Victims&) = delete;
    Victims& operator=(const Victims&) = delete;

    [[nodiscard]] fs::path file() const { return home_.home() / "secret"; }
    [[nodiscard]] std::string pid() const { return std::to_string(pid_); }
    [[nodiscard]] std::string port() const { return std::to_string(port_); }
    [[nodiscard]] bool unharmed() const {
        return waitpid(pid_, nullptr, WNOHANG) == 0 &&
               read_untrusted_file(file(), 100).value_or("") == "secret";
    }

 private:
    Workspace home_;
    pid_t pid_ = -1;
    int port_ = 0;
    Descriptor server_;
};

class HostileTest : public testing::TestWithParam<std::tuple<Setup, Case>> {
 protected:
    // Everything that these tests and the sandbox put on disk goes to one directory, so that what
    // is left can be counted.
    static void SetUpTestSuite() {
        std::string name = fs::temp_directory_path() / "hostile-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        ASSERT_EQ(chmod(name.c_str(), 0711), 0);
        if (const char* before = std::getenv("TMPDIR")) tmpdir_ = before;
        ASSERT_EQ(setenv("TMPDIR", name.c_str(), 1), 0);
        base_ = new fs::path(name);
        victims_ = new Victims();
    }
    static void TearDownTestSuite() {
        delete victims_;
        EXPECT_EQ(entries(*base_), 0U) << "workspaces were left behind";
        EXPECT_TRUE(remove_tree(*base_).has_value());
        delete base_;
        if (tmpdir_)
            setenv("TMPDIR", tmpdir_->c_str(), 1);
        else
            unsetenv("TMPDIR");
    }

    void SetUp() override {
        static std::map<std::string, Offer> offers;
        const zerosum::Setup& setup = std::get<0>(GetParam());
        auto known = offers.find(setup_name(setup));
        if (known == offers.end())
            known = offers.emplace(setup_name(setup), try_setup(setup)).first;
        if (!known->second.works)
            GTEST_SKIP() << setup_name(setup)
                         << " is not on this machine: " << known->second.trouble;
        const Case& c = std::get<1>(GetParam());
        if (!holds(setup, c.attack))
            GTEST_SKIP() << setup_name(setup) << " has no wall against " << c.agent;
    }

    static ReadyProgram ready(const char* agent) {
        ReadyProgram program{*Workspace::make(), {std::string("./") + agent}};
        const fs::path home = program.workspace.home();
        const fs::path scripts = ZEROSUM_HOSTILE_AGENTS;
        const bool compiled = !fs::exists(scripts / agent);
        fs::copy(compiled ? fs::path(ZEROSUM_HOSTILE_PROGRAMS) / agent : scripts / agent, home);
        fs::copy(scripts / "breach.py", home);
        if (std::string_view(agent).substr(std::string_view(agent).size() - 3) == ".py")
            program.move_command = {"python3", "-B", agent};
        std::ofstream(home / "victim_file") << victims_->file().string();
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

    static fs::path* base_;
    static Victims* victims_;
    static std::optional<std::string> tmpdir_;  // as it was
};
fs::path* HostileTest::base_ = nullptr;
Victims* HostileTest::victims_ = nullptr;
std::optional<std::string> HostileTest::tmpdir_;

// The clocks that tell the truth about an agent: see setup.h for what each of them misses.
bool sees(const Setup& setup, std::string_view agent) {
    if (setup.clock == ClockSource::Wait4) return agent != "burns_with_sigchld_ignored";
    if (setup.clock == ClockSource::Ptrace)
        return agent != "burns_untraced" || setup.confinement.seccomp;
    return true;
}

// Compared with what the agent itself saw; `charged` hears both.
bool charged_rightly(const Reply& reply, const fs::path& home, std::string& charged) {
    std::ifstream truth(home / "truth");
    const double burnt = std::accumulate(std::istream_iterator<double>(truth), {}, 0.0);
    charged += fmt::format("charged {:.4f} s, burnt {:.4f} s\n", reply.cpu.count(), burnt);
    return burnt > 0.1 && std::abs(reply.cpu.count() - burnt) <= std::max(0.010, 0.05 * burnt);
}

TEST_P(HostileTest, IsJudgedRightlyChargedRightlyAndLeavesNothing) {
    const auto& [setup, c] = GetParam();
    const PositionPtr position =
        std::move(*find_game("fruit").value()->parse_line("***/*10/000 1 0 0"));
    const std::size_t files_before = entries("/proc/self/fd");
    const std::size_t spaces_before = entries(*base_);
    {
        const ReadyProgram program = ready(c.agent);
        const fs::path home = program.workspace.home();
        const Turn turn{*position, Seconds{c.bank}};
        const Reply reply = ask_program(program, turn, setup);

        const auto verdict = judge(*position, reply);
        const EndReason reason = verdict ? kGood : verdict.error().reason;
        const std::string sentence = verdict ? "" : verdict.error().sentence;
        EXPECT_EQ(to_text(reason), to_text(c.reason)) << sentence << "\n" << reply.stderr_tail;
        EXPECT_NE(sentence.find(c.sentence), std::string::npos) << sentence;
        EXPECT_FALSE(fs::exists(home / "breach")) << "it got through";

        if (fs::exists(home / "truth") && sees(setup, c.agent)) {
            // Three tries: a machine that stands still and charges that as CPU time does so now and
            // then, a clock that is wrong is wrong every time.
            std::string charged;
            bool right = charged_rightly(reply, home, charged);
            for (int more = 0; more < 2 && !right; ++more) {
                fs::remove(home / "truth");
                right = charged_rightly(ask_program(program, turn, setup), home, charged);
            }
            EXPECT_TRUE(right) << charged;
        }
        EXPECT_EQ(processes_of(home), std::vector<std::string>{});
        EXPECT_TRUE(fs::is_empty(program.workspace.tmp()));
        EXPECT_TRUE(victims_->unharmed());

        // The referee goes on: the next move of the same agent is asked and judged as before.
        if (reason == kGood && c.attack == Attack::None && !fs::exists(home / "truth")) {
            const Reply again = ask_program(program, turn, setup);
            EXPECT_TRUE(judge(*position, again).has_value());
            EXPECT_TRUE(victims_->unharmed());
        }
    }
    EXPECT_EQ(entries("/proc/self/fd"), files_before);
    EXPECT_EQ(entries(*base_), spaces_before);
}

std::string test_name(const testing::TestParamInfo<std::tuple<Setup, Case>>& info) {
    std::string name =
        std::string(std::get<1>(info.param).agent) + "_" + setup_name(std::get<0>(info.param));
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(EveryTier, HostileTest,
                         testing::Combine(testing::ValuesIn(known_setups()),
                                          testing::ValuesIn(kCases)),
                         test_name);

}  // namespace
}  // namespace zerosum

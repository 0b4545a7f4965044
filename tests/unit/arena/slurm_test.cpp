#include "arena/tournament/slurm.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/workspace.h"

namespace zerosum {
namespace {

constexpr const char* kLedger = "postgresql://db/class?user=it's me";

TEST(SlurmScript, IsAnArrayOfWorkersThatMayBeRequeued) {
    SlurmSettings settings;
    settings.workers = 12;
    settings.cpus = 8;
    settings.partition = "cpu";
    settings.time = "2:00:00";
    settings.more = "--mem=4G --account=cs561";
    const Result<std::string> script = slurm_script(settings, kLedger, "/opt/zero sum/zerosum");
    ASSERT_TRUE(script) << script.error().message;
    for (const char* line :
         {"#!/bin/bash\n", "\n#SBATCH --array=1-12\n", "\n#SBATCH --cpus-per-task=8\n",
          "\n#SBATCH --hint=nomultithread\n", "\n#SBATCH --partition=cpu\n",
          "\n#SBATCH --time=2:00:00\n", "\n#SBATCH --requeue\n",
          "\n#SBATCH --mem=4G --account=cs561\n", "\nprogram='/opt/zero sum/zerosum'\n",
          "worker --ledger 'postgresql://db/class?user=it'\\''s me' --jobs 8 &\n"})
        EXPECT_NE(script->find(line), std::string::npos) << line << *script;
}

TEST(SlurmScript, WhatIsNotGivenIsLeftToTheCluster) {
    const std::string script = *slurm_script({}, kLedger, "/usr/bin/zerosum");
    EXPECT_EQ(script.find("--partition"), std::string::npos);
    EXPECT_EQ(script.find("--time"), std::string::npos);
}

TEST(SlurmScript, ALedgerInAFileIsRefused) {
    const Result<std::string> script = slurm_script({}, "class.ledger", "/usr/bin/zerosum");
    ASSERT_FALSE(script);
    EXPECT_NE(script.error().message.find("found the ledger class.ledger, a file"),
              std::string::npos);
}

TEST(SlurmScript, APasswordIsRefusedAndThatOfTheEnvironmentStaysThere) {
    EXPECT_FALSE(slurm_script({}, "postgresql://me:secret@db/class", "/usr/bin/zerosum"));
    EXPECT_FALSE(slurm_script({}, "postgresql://db/class?password=secret", "/usr/bin/zerosum"));
    ::setenv("PGPASSWORD", "the secret", 1);
    const std::string script = *slurm_script({}, kLedger, "/usr/bin/zerosum");
    ::unsetenv("PGPASSWORD");
    EXPECT_EQ(script.find("the secret"), std::string::npos);
}

TEST(SlurmScript, AnOptionOfTwoLinesIsRefused) {
    SlurmSettings settings;
    settings.more = "--mem=4G\nrm -rf /";
    EXPECT_FALSE(slurm_script(settings, kLedger, "/usr/bin/zerosum"));
}

TEST(SlurmTime, IsReadAsSbatchReadsIt) {
    for (const auto& [text, seconds] : {std::pair{"90", 5400.0},
                                        {"90:30", 5430.0},
                                        {"1:30:15", 5415.0},
                                        {"2-12", 216000.0},
                                        {"2-12:30", 217800.0},
                                        {"2-12:30:15", 217815.0}}) {
        const std::optional<Seconds> read = slurm_time(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(read->count(), seconds) << text;
    }
    for (const char* text :
         {"", "0", "UNLIMITED", "-1", "1:2:3:4", "2-", "x-1", "1-2:3:4:5", "10m"})
        EXPECT_FALSE(slurm_time(text)) << text;
}

// A worker that may play for less than a game gives it back every time.
TEST(SlurmTime, OneThatIsShorterThanAGameIsSaid) {
    SlurmSettings settings;
    EXPECT_EQ(short_time_limit(settings, Seconds{1e6}), "") << "the partition's limit is not known";
    settings.time = "10";
    EXPECT_EQ(short_time_limit(settings, Seconds{540}), "");
    EXPECT_NE(short_time_limit(settings, Seconds{600}).find("leaves a worker 540 s"),
              std::string::npos);
    settings.time = "0:30";
    EXPECT_NE(short_time_limit(settings, Seconds{1}).find("leaves a worker 0 s"),
              std::string::npos);
}

// The script's own behaviour, with programs that stand for Slurm's and for the worker.
class SlurmScriptRuns : public ::testing::Test {
 protected:
    void program(const std::string& name, const std::string& body) const {
        std::ofstream(space.tmp() / name) << "#!/bin/bash\n" << body;
        std::filesystem::permissions(space.tmp() / name, std::filesystem::perms::all);
    }
    // `in_gap`: what happens between the worker's start and the shell's knowing its number.
    [[nodiscard]] int run(const std::string& after, const std::string& in_gap = "") const {
        std::string script = *slurm_script({}, kLedger, space.tmp() / "zerosum");
        script.insert(script.find("worker=$!"), in_gap + "\n");
        std::ofstream(space.tmp() / "script") << script;
        const std::string line =
            "cd " + space.tmp().string() +
            " && export PATH=$PWD:$PATH SLURM_ARRAY_JOB_ID=17 SLURM_ARRAY_TASK_ID=3 && "
            "{ bash script & batch=$!; while [ ! -e up ]; do sleep 0.02; done; " +
            after + "; wait $batch; }";
        const int status = std::system(line.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    [[nodiscard]] bool there(const char* name) const {
        return std::filesystem::exists(space.tmp() / name);
    }
    Workspace space = std::move(*Workspace::make());
};

TEST_F(SlurmScriptRuns, TheEarlyNoticeEndsTheWorkerAndBringsTheTaskBack) {
    program("zerosum", "trap 'touch ended; exit 1' TERM; touch up; while :; do sleep 0.05; done\n");
    program("scontrol", "echo \"$@\" > called\n");
    EXPECT_EQ(run("kill -USR1 $batch"), 0);
    EXPECT_TRUE(there("ended"));
    std::string called;
    std::getline(std::ifstream(space.tmp() / "called"), called);
    EXPECT_EQ(called, "requeue 17_3");
}

TEST_F(SlurmScriptRuns, ANoticeBeforeTheWorkersNumberIsKnownIsNotLost) {
    program("zerosum", "touch up; for i in {1..1200}; do sleep 0.05; done\n");
    program("scontrol", "touch called\n");
    EXPECT_EQ(run(":", "while [ ! -e up ]; do sleep 0.02; done; kill -USR1 $$"), 0);
    EXPECT_TRUE(there("called"));
}

TEST_F(SlurmScriptRuns, ACancelledWorkerIsSignalledOnceAndStaysAway) {
    program("zerosum",
            "trap 'touch ended' TERM; touch up; for i in 1 2 3 4 5; do sleep 0.05; done; exit 1\n");
    program("scontrol", "touch called\n");
    EXPECT_EQ(run("kill -TERM $batch"), 1);
    EXPECT_FALSE(there("ended"));  // Slurm itself signals it
    EXPECT_FALSE(there("called"));
}

TEST_F(SlurmScriptRuns, TheWorkersStatusIsTheTasks) {
    program("zerosum", "touch up; exit 0\n");
    EXPECT_EQ(run(":"), 0);
    program("zerosum", "touch up; exit 2\n");
    EXPECT_EQ(run(":"), 2);
}

// Programs in front of the PATH that stand for Slurm's.
class SlurmWords : public ::testing::Test {
 protected:
    SlurmWords() { ::setenv("PATH", space.tmp().c_str(), 1); }
    ~SlurmWords() override { ::setenv("PATH", path.c_str(), 1); }
    void program(const std::string& name, const std::string& body) const {
        std::ofstream(space.tmp() / name) << "#!/bin/bash\ncd " << space.tmp().string() << "\n"
                                          << body;
        std::filesystem::permissions(space.tmp() / name, std::filesystem::perms::all);
    }
    [[nodiscard]] std::string called() const {
        std::ifstream in(space.tmp() / "called");
        return {std::istreambuf_iterator<char>(in), {}};
    }
    Workspace space = std::move(*Workspace::make());
    std::string path = ::getenv("PATH");
    std::vector<std::string> jobs = {"35", "36"};
};

TEST_F(SlurmWords, EveryJobsWaitingWorkersAreCancelled) {
    program("scancel", "echo \"$@\" >> called\n");
    program("squeue", "echo R 35_1\n");
    const Result<void> done = cancel_waiting_workers(jobs, {});
    EXPECT_TRUE(done) << done.error().message;
    EXPECT_EQ(called(), "--state=PENDING 35\n--state=PENDING 36\n");
}

TEST_F(SlurmWords, AJobThatHasEndedIsNoTrouble) {
    program(
        "scancel",
        "echo \"scancel: error: Kill job error on job id $2: Invalid job id specified\"\nexit 1\n");
    program("squeue", "echo 'slurm_load_jobs error: Invalid job id specified'\nexit 1\n");
    EXPECT_TRUE(cancel_waiting_workers(jobs, {}));
    const Result<SlurmWorkers> workers = slurm_workers(jobs);
    ASSERT_TRUE(workers) << workers.error().message;
    EXPECT_EQ(workers->running + workers->waiting, 0);
    EXPECT_TRUE(workers->ending.empty());
}

TEST_F(SlurmWords, WithoutSlurmThereIsNothingToCancel) {
    EXPECT_TRUE(cancel_waiting_workers(jobs, {}));
    EXPECT_FALSE(slurm_workers(jobs));  // nobody knows
    const Result<std::string> sent = submit_to_slurm("");
    ASSERT_FALSE(sent);
    EXPECT_NE(sent.error().message.find("found no program sbatch"), std::string::npos);
}

// A ledger may come from anybody: "scancel --user=me" would end all that I have.
TEST(SlurmJobs, WhatIsNoNumberBecomesNoWordOfACommand) {
    EXPECT_EQ(slurm_jobs("35 36"), (std::vector<std::string>{"35", "36"}));
    EXPECT_EQ(slurm_jobs("--user=me 35 -1 0 17_[1-9] 36,37 \t38 "), std::vector<std::string>{"35"});
    EXPECT_TRUE(slurm_jobs("").empty());
}

// It waits for a node only later, and Slurm forgets that once it is cancelled.
TEST_F(SlurmWords, AWorkerThatIsBeingRequeuedIsCancelledByItsNumber) {
    program("scancel", "echo \"$@\" >> called\n");
    program("squeue", "echo 'R 35_1'; echo 'CG 35_2'; echo 'CG 36_7'\n");
    const Result<void> done = cancel_waiting_workers(jobs, {});
    EXPECT_TRUE(done) << done.error().message;
    EXPECT_EQ(called(), "--state=PENDING 35\n--state=PENDING 36\n35_2 36_7\n");
}

TEST_F(SlurmWords, AWorkerThatStillWaitsIsCancelledAgain) {
    program("scancel", "echo \"$2\" >> called\n");
    program("squeue", R"(
[ ! -e looks ] || read -r looks < looks; echo $((looks + 1)) > looks
case $looks in '') echo PD 35_1 ;; *) echo R 35_2 ;; esac
)");
    EXPECT_TRUE(cancel_waiting_workers(std::span(jobs).first(1), {}));
    EXPECT_EQ(called(), "35\n35\n");
}

TEST_F(SlurmWords, WhatSlurmWouldNotDoIsSaid) {
    std::stop_source now;
    now.request_stop();
    program("scancel", "echo 'scancel: error: Access denied'\nexit 1\n");
    program("squeue", "echo PD 35_1\n");
    const Result<void> refused = cancel_waiting_workers(jobs, now.get_token());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("Access denied"), std::string::npos);
    program("scancel", "");
    const Result<void> waiting = cancel_waiting_workers(jobs, now.get_token());
    ASSERT_FALSE(waiting);
    EXPECT_NE(waiting.error().message.find("scancel 35 36"), std::string::npos);
}

}  // namespace
}  // namespace zerosum

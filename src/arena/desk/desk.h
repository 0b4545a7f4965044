#pragma once
// The hand-in desk of a class: takes uploads, checks them at once, grades them in turn, and lets
// what passed its check play on the class's ladder.
//
//   upload --> unpacked --> checked --> graded (quick)
//                              |
//                              +--> ladder/NAME, which the ladder watches
//
// Three threads of its own: one checks, one grades, one runs the ladder. Everything they know is in
// the store, the grade book, the ledger and the folder: after a kill they go on with what is left.
// Nothing is built or run but inside the sandbox, by the same code as on the command line.

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "arena/desk/class_file.h"
#include "arena/desk/desk_store.h"
#include "arena/desk/ladder_folder.h"
#include "arena/desk/troubles.h"
#include "arena/desk/unpack.h"
#include "arena/grade/grader.h"
#include "arena/storage/process_lock.h"

namespace zerosum {

// Why an upload was not taken.
struct Refusal {
    enum class Kind : std::uint8_t { TooMany, TooLarge, BadUpload, Ours };
    Kind kind = Kind::Ours;
    std::string message;
};

class Desk {
 public:
    // Opens or makes its files. Fails when another process runs this desk. `tell` gets what the one
    // who runs the server should know.
    using Say = std::function<void(const std::string& sentence)>;
    [[nodiscard]] static Result<std::unique_ptr<Desk>> open(ClassSettings settings, Say tell = {});
    ~Desk() { stop(); }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    // Begins to check, grade and play. Without it uploads are taken and wait.
    void start();
    // Ends what runs; it goes on when the desk is opened again.
    void stop();

    [[nodiscard]] const ClassSettings& settings() const { return settings_; }
    [[nodiscard]] DeskStore& store() { return *store_; }
    // What a person is called on the ladder and in the grade book.
    [[nodiscard]] std::string entrant(const Person& person) const;
    [[nodiscard]] Result<std::string> entrant(const std::string& name) const;
    // Uploads that the person may make within this hour.
    [[nodiscard]] Result<int> uploads_left(const std::string& person) const;

    // What kept us from checking or grading a hand-in, or from filling the ladder's folder; empty:
    // nothing did. It is tried again, after a longer and longer while.
    [[nodiscard]] std::string trouble_of(std::int64_t id) const;
    [[nodiscard]] std::string ladder_trouble() const;

    [[nodiscard]] tl::expected<DeskHandIn, Refusal> take(const Person& person,
                                                         std::string_view file,
                                                         std::string_view bytes);

    // For staff. Checks go on while the class is paused.
    [[nodiscard]] Result<void> pause(bool paused);
    [[nodiscard]] Result<void> again(std::int64_t id);
    [[nodiscard]] Result<void> remove(std::int64_t id);

 private:
    Desk(ClassSettings settings, Say tell, std::unique_ptr<DeskStore> store, ProcessLock lock)
        : settings_(std::move(settings)),
          tell_(std::move(tell)),
          store_(std::move(store)),
          lock_(std::move(lock)) {}

    using Work = Result<bool> (Desk::*)(const std::stop_token& stop);
    void work(const std::stop_token& stop, Work next);
    [[nodiscard]] Result<bool> check_next(const std::stop_token& stop);
    [[nodiscard]] Result<bool> grade_next(const std::stop_token& stop);
    [[nodiscard]] Result<bool> do_next(Stage stage,
                                       const std::function<Result<void>(DeskHandIn&)>& work);
    [[nodiscard]] Result<void> check(DeskHandIn& hand_in, const std::stop_token& stop);
    [[nodiscard]] Result<void> grade(DeskHandIn& hand_in, const GradeWatch& watch);
    void note(std::int64_t id, const std::string& what, const Result<void>& done);
    void run_ladder(const std::stop_token& stop);
    [[nodiscard]] Result<void> fill_ladder();
    [[nodiscard]] Result<std::vector<LadderEntry>> ladder_entries() const;
    void wake();
    void stop_rounds();

    [[nodiscard]] std::filesystem::path place_of(std::int64_t id) const {
        return settings_.folder / "versions" / std::to_string(id);
    }
    [[nodiscard]] Result<PlayerSpec> spec_of(const DeskHandIn& hand_in) const;

    ClassSettings settings_;
    Say tell_;
    std::unique_ptr<DeskStore> store_;
    ProcessLock lock_;
    std::optional<GradePlan> plan_;
    std::unique_ptr<GradeBook> book_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::uint64_t changes_ = 0;  // counts calls of wake()
    Troubles troubles_;
    std::stop_source grading_;  // ends a grade under way: a pause
    std::stop_source round_;    // ends the ladder's run, which then begins anew
    std::mutex ladder_mutex_;   // of the ladder's folder
    std::mutex taking_;         // an upload that is being entered
    std::vector<std::jthread> threads_;
};

}  // namespace zerosum

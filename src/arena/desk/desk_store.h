#pragma once
// What the hand-in desk knows, in one SQLite file beside the ladder's ledger: people with the
// hashes of their tokens, every hand-in and how far it is, whether staff have paused the class.
//
// Promises
//   - Every change is one transaction, on the disk before the call returns: a kill at any instant
//     leaves it whole or absent.
//   - A token is known only to the person it was given to: the file holds its SHA-256.
//   - Hand-ins are never forgotten; one that staff remove stays, marked as removed.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/class/roster.h"
#include "arena/storage/sqlite.h"

namespace zerosum {

// How far a hand-in is. It goes through them in this order; one that was replaced goes on when the
// newer one is refused or removed.
enum class Stage : std::uint8_t {
    Received,  // its check is to come
    Checked,   // its grade is to come
    Refused,   // its check found that it cannot be graded or play
    Graded,    // all is done
    Replaced,  // a newer one came before its check or its grade did
};
[[nodiscard]] std::string_view to_text(Stage stage);

struct DeskHandIn {
    std::int64_t id = 0;
    std::string person;
    int number = 1;  // of this person, from 1
    std::string file;
    std::int64_t bytes = 0;
    std::int64_t received = 0;  // seconds since 1970
    Stage stage = Stage::Received;
    bool removed = false;
    bool accepted = false;  // by its check: it can be graded and play
    bool again = false;     // staff asked for another grading of the same sources
    std::string category;   // of the check; empty before it
    std::string sentence;   // of the check
    std::string check;      // as text
    std::optional<double> earned;
    std::optional<double> possible;
    std::string grade;  // as text
};

// A token and whose it is: to be told once.
struct NewToken {
    Person person;
    std::string token;
};

// May be called from several threads.
class DeskStore {
 public:
    // Makes the file when it is not there. Several processes may have it open.
    [[nodiscard]] static Result<std::unique_ptr<DeskStore>> open(const std::filesystem::path& path);

    // These people are the class from now on. Who is new gets a token, and so does everyone in
    // `again`; all others keep theirs. Who is no longer listed has none. Fails when one has the
    // name or nick of a person who handed in and is no longer listed.
    [[nodiscard]] Result<std::vector<NewToken>> enrol(const std::vector<Person>& people,
                                                      const std::vector<std::string>& again = {});
    [[nodiscard]] Result<std::vector<Person>> people() const;
    // Anyone who is or was in the class.
    [[nodiscard]] Result<std::optional<Person>> person(const std::string& name) const;
    // Whose token it is.
    [[nodiscard]] Result<std::optional<Person>> whose(std::string_view token) const;

    // Keeps a new hand-in of a person. `place` is called with its number before it is kept for
    // good, to move its files there; an error of it leaves nothing.
    template <typename Place>
    [[nodiscard]] Result<DeskHandIn> add(const std::string& person, std::string_view file,
                                         std::size_t bytes, Place place) {
        const std::lock_guard lock(mutex_);
        std::int64_t id = 0;
        const Result<void> done = database_.transaction([&]() -> Result<void> {
            const Result<std::int64_t> inserted = insert(person, file, bytes);
            if (!inserted) return tl::unexpected(inserted.error());
            id = *inserted;
            return place(id);
        });
        if (!done) return tl::unexpected(done.error());
        return one(id);
    }
    // How many a person has handed in since then.
    [[nodiscard]] Result<int> count_since(const std::string& person, std::int64_t since) const;

    // The newest first, without the texts of their reports; of everybody when no person is given.
    [[nodiscard]] Result<std::vector<DeskHandIn>> hand_ins(const std::string& person = {}) const;
    [[nodiscard]] Result<std::optional<DeskHandIn>> find(std::int64_t id) const;
    // What waits at this stage, in the order of its turns: the oldest of everybody's newest first,
    // then the oldest of what was replaced and has its place back.
    [[nodiscard]] Result<std::vector<std::int64_t>> waiting(Stage stage) const;
    // The first of those but for some that are to be left for later.
    [[nodiscard]] Result<std::optional<DeskHandIn>> next(
        Stage stage, const std::vector<std::int64_t>& later = {}) const;
    // Everybody's newest that passed its check and is not removed: what the ladder plays.
    [[nodiscard]] Result<std::vector<DeskHandIn>> playing() const;

    // What came of its check. One that was replaced meanwhile may play all the same.
    [[nodiscard]] Result<void> keep_check(const DeskHandIn& checked);
    // What came of its grade, if nobody asked for another one meanwhile.
    [[nodiscard]] Result<void> keep_grade(const DeskHandIn& graded);
    // Checked and graded anew, though nothing changed.
    [[nodiscard]] Result<void> ask_again(std::int64_t id);
    [[nodiscard]] Result<void> remove(std::int64_t id);

    [[nodiscard]] Result<bool> paused() const;
    [[nodiscard]] Result<void> set_paused(bool paused);

 private:
    DeskStore(std::filesystem::path path, sqlite::Database database)
        : path_(std::move(path)), database_(std::move(database)) {}
    [[nodiscard]] Result<std::int64_t> insert(const std::string& person, std::string_view file,
                                              std::size_t bytes);
    [[nodiscard]] Result<void> check_names(const std::vector<Person>& people) const;
    [[nodiscard]] Result<DeskHandIn> one(std::int64_t id) const;
    template <typename... Values>
    [[nodiscard]] Result<std::vector<DeskHandIn>> list(std::string_view where,
                                                       const Values&... values) const;
    template <typename... Values>
    [[nodiscard]] Result<int> count(std::string_view where, const Values&... values) const;
    [[nodiscard]] Error named(const Error& error) const;

    std::filesystem::path path_;
    sqlite::Database database_;
    mutable std::mutex mutex_;  // a statement and what it returns belong together
};

}  // namespace zerosum

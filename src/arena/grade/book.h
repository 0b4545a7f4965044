#pragma once
// The grade book: one SQLite file that holds every case and game of every agent.
//
// Promises
//   - An item is one transaction, on the disk before `keep` returns: a kill or a power cut at any
//     instant leaves it whole or absent, never in part.
//   - No item of a grading is kept twice.
//   - One process grades into a book at a time. Any number may read meanwhile.
//   - A book belongs to one set of questions: opened with settings under which its items would not
//     have come about, it refuses and names the difference.
//   - What is graded again (`--again`, changed sources) starts a new grading; the old one stays.
//
// docs/grading.md describes the tables for other readers.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/grade/grade.h"
#include "arena/storage/process_lock.h"
#include "arena/storage/sqlite.h"

namespace zerosum {

// One agent's sources graded once.
struct Grading {
    std::int64_t id = 0;
    std::string agent;
    std::string spec;
    std::string fingerprint;
    bool again = false;  // on request, with unchanged sources
    std::string begun;   // "2026-11-18 07:12", UTC
};

// May be called from several threads.
class GradeBook {
 public:
    // Makes a new book, or goes on with the one that is there.
    [[nodiscard]] static Result<std::unique_ptr<GradeBook>> open(const std::filesystem::path& path,
                                                                 const GradeSettings& settings);
    // One that is there, also while another process grades into it. Nothing may be kept in it.
    [[nodiscard]] static Result<std::unique_ptr<GradeBook>> open_to_read(
        const std::filesystem::path& path);
    // A book that nobody wants to keep.
    [[nodiscard]] static Result<std::unique_ptr<GradeBook>> in_memory();
    // The settings of a book that is there.
    [[nodiscard]] static Result<GradeSettings> settings_of(const std::filesystem::path& path);

    // The newest grading of an agent.
    [[nodiscard]] Result<std::optional<Grading>> newest(const std::string& agent) const;
    // Of every agent, by name.
    [[nodiscard]] Result<std::vector<Grading>> newest() const;
    [[nodiscard]] Result<Grading> begin(const std::string& agent, const std::string& spec,
                                        const std::string& fingerprint, bool again);
    [[nodiscard]] Result<void> keep(const Grading& grading, const GradeItem& item);
    // In the order in which they were kept.
    [[nodiscard]] Result<std::vector<GradeItem>> items(const Grading& grading) const;

 private:
    GradeBook(std::filesystem::path path, sqlite::Database database,
              std::optional<ProcessLock> lock)
        : path_(std::move(path)), lock_(std::move(lock)), database_(std::move(database)) {}
    [[nodiscard]] static Result<std::unique_ptr<GradeBook>> prepared(
        std::filesystem::path path, std::optional<ProcessLock> lock, sqlite::Access access);
    [[nodiscard]] Error named(const Error& error) const;

    std::filesystem::path path_;
    std::optional<ProcessLock> lock_;
    sqlite::Database database_;
    mutable std::mutex mutex_;  // a statement and what it returns belong together
};

}  // namespace zerosum

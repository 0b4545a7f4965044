#include "arena/desk/unpack.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/text.h"
#include "sandbox/tree.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

bool is_archive(std::string_view file) {
    std::string name(file);
    for (char& c : name)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    constexpr std::array<std::string_view, 4> endings = {".zip", ".tar", ".tar.gz", ".tgz"};
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return name.ends_with(ending); });
}

// While there is nothing but one folder, its contents take its place.
Result<void> lift_single_folder(const fs::path& top) {
    for (;;) {
        std::vector<fs::path> entries;
        std::error_code error;
        for (fs::directory_iterator at(top, error), end; !error && at != end; at.increment(error))
            entries.push_back(at->path());
        if (entries.size() != 1 || !fs::is_directory(fs::symlink_status(entries.front(), error)))
            return {};
        const fs::path aside = top.string() + ".lifted";
        fs::rename(entries.front(), aside, error);
        if (!error) fs::remove(top, error);
        if (!error) fs::rename(aside, top, error);
        if (error) return fail("the upload cannot be written: {}", error.message());
    }
}

}  // namespace

Result<void> unpack_upload(std::string_view file, std::string_view bytes, const fs::path& to,
                           const ArchiveRules& rules) {
    if (!is_plain_name(file, rules.name) || file.starts_with('.'))
        return fail("found the file name '{}', expected one such as homework.cpp or homework.zip",
                    printable(file, 100));
    if (bytes.empty()) return fail("{} is empty, expected a source file or an archive", file);
    std::error_code error;
    if (!fs::create_directory(to, error))
        return fail("{}: cannot be made: {}", to.string(), error ? error.message() : "it is there");
    Result<void> done;
    if (is_archive(file)) {
        done = unpack_archive(bytes, to, rules).and_then([&] { return lift_single_folder(to); });
    } else if (bytes.size() > rules.bytes) {
        done = fail("{} is larger than {} MiB, expected at most that", file, rules.bytes >> 20U);
    } else {
        done = write_new_file(to / file, bytes);
    }
    if (!done) {
        (void)remove_tree(to);
        (void)remove_tree(to.string() + ".lifted");
    }
    return done;
}

}  // namespace zerosum

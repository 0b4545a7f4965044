#include "sandbox/tree_fingerprint.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>

#include "core/random.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

// 64 bits at a time through splitmix64's mixer; the length closes each text.
class Fingerprint {
 public:
    void add(std::string_view bytes) {
        const std::size_t length = bytes.size();
        while (!bytes.empty()) {
            std::uint64_t word = 0;
            const std::size_t part = std::min(bytes.size(), sizeof word);
            std::memcpy(&word, bytes.data(), part);
            add(word);
            bytes.remove_prefix(part);
        }
        add(length);
    }
    [[nodiscard]] std::string text() const { return fmt::format("{:016x}", state_); }

 private:
    void add(std::uint64_t word) { state_ = mix(state_ ^ word) + state_ * 3; }
    std::uint64_t state_ = 0;
};

bool add_contents(Fingerprint& print, const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::array<char, 65536> buffer{};
    while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
        print.add({buffer.data(), static_cast<std::size_t>(in.gcount())});
    return in.eof();
}

}  // namespace

Result<std::string> fingerprint_tree(const fs::path& top) {
    std::error_code error;
    std::map<std::string, fs::path> files;
    const bool lone = fs::is_regular_file(top, error);
    if (lone) files.emplace(top.filename().string(), top);
    fs::recursive_directory_iterator entry;
    if (!lone) entry = fs::recursive_directory_iterator(top, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
        if (!entry->is_directory(error) || entry->is_symlink(error))
            files.emplace(entry->path().lexically_relative(top).string(), entry->path());
    if (error) return fail("{}: {}", top.string(), error.message());

    Fingerprint print;
    for (const auto& [name, path] : files) {
        const fs::file_status status = fs::symlink_status(path, error);
        print.add(name);
        if (fs::is_symlink(status)) {
            print.add("link");
            print.add(fs::read_symlink(path, error).string());
        } else if (fs::is_regular_file(status)) {
            const bool program = (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
            print.add(program ? "program" : "file");
            if (!add_contents(print, path)) return fail("{}: cannot be read", path.string());
        }
        if (error) return fail("{}: {}", path.string(), error.message());
    }
    return print.text();
}

}  // namespace zerosum

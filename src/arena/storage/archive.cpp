#include "arena/storage/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "core/descriptor.h"
#include "core/files.h"
#include "core/text.h"

namespace zerosum {

namespace {

namespace fs = std::filesystem;

// libarchive gives names in the thread's encoding, and none where that cannot hold them: archives
// name their files in UTF-8, and so do we. Of this thread only, while it lives.
class Utf8Names {
 public:
    Utf8Names() : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
        if (utf8_ != nullptr) before_ = ::uselocale(utf8_);
    }
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;
    ~Utf8Names() {
        if (utf8_ == nullptr) return;
        ::uselocale(before_);
        ::freelocale(utf8_);
    }

 private:
    locale_t utf8_;  // null: the system has none, and such names are refused
    locale_t before_ = nullptr;
};

Result<Descriptor> new_file(const fs::path& path, mode_t mode) {
    Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!file.open())
        return fail("{}: found it twice, or it cannot be written ({})",
                    printable(path.filename().string()), std::strerror(errno));
    return file;
}

Result<void> write_all(const Descriptor& file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0) return fail("a file cannot be written: {}", std::strerror(errno));
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

struct CloseReader {
    void operator()(archive* reader) const { archive_read_free(reader); }
};
using ArchiveReader = std::unique_ptr<archive, CloseReader>;

class Unpacking {
 public:
    Unpacking(fs::path to, const ArchiveRules& rules) : to_(std::move(to)), rules_(rules) {}

    [[nodiscard]] Result<void> run(std::string_view bytes);

 private:
    using Parts = std::vector<std::string>;
    [[nodiscard]] Result<void> take(archive* reader, archive_entry* entry);
    // What is left out (no file) counts as well: it has to be unpacked too.
    [[nodiscard]] Result<void> take_contents(archive* reader, const Descriptor* file);
    [[nodiscard]] Result<void> make_links();
    [[nodiscard]] Result<Parts> parts_of(std::string_view path) const;
    [[nodiscard]] Result<fs::path> folder_of(const Parts& parts, std::size_t depth);
    [[nodiscard]] bool is_allowed(std::string_view name) const;
    [[nodiscard]] static tl::unexpected<Error> unreadable(archive* reader) {
        const char* why = archive_error_string(reader);
        return fail("the archive cannot be read: {}",
                    printable(why == nullptr ? "it is none" : why, 200));
    }

    fs::path to_;
    const ArchiveRules& rules_;
    std::size_t bytes_ = 0;
    std::size_t entries_ = 0;
    bool any_file_ = false;
    std::vector<std::pair<Parts, std::string>> links_;  // where, and what they name
};

bool Unpacking::is_allowed(std::string_view name) const {
    if (rules_.strict) return is_plain_name(name, rules_.name);
    return !name.empty() && name.size() <= rules_.name && name != "..";
}

Result<Unpacking::Parts> Unpacking::parts_of(std::string_view path) const {
    const auto refuse = [&](std::string_view why) {
        return fail("the archive holds '{}', {}", printable(path, 100), why);
    };
    if (path.starts_with('/')) return refuse("expected paths that do not begin with a slash");
    Parts parts;
    for (const std::string_view part : split(path, '/')) {
        if (part.empty() || part == ".") continue;
        if (!is_allowed(part))
            return refuse(fmt::format(
                "expected names of up to {} bytes without ..{}", rules_.name,
                rules_.strict ? ", backslashes, control characters or a minus before them" : ""));
        parts.emplace_back(part);
    }
    if (parts.size() > rules_.depth)
        return refuse(fmt::format("expected at most {} folders in each other", rules_.depth));
    return parts;
}

Result<void> Unpacking::take_contents(archive* reader, const Descriptor* file) {
    std::array<char, 16384> chunk{};
    for (;;) {
        const la_ssize_t got = archive_read_data(reader, chunk.data(), chunk.size());
        if (got < 0) return unreadable(reader);
        if (got == 0) return {};
        bytes_ += static_cast<std::size_t>(got);
        if (bytes_ > rules_.bytes)
            return fail("the archive unpacks to more than {} MiB, expected at most that",
                        rules_.bytes >> 20U);
        if (file == nullptr) continue;
        if (Result<void> kept = write_all(*file, {chunk.data(), static_cast<std::size_t>(got)});
            !kept)
            return kept;
    }
}

// The folder of the first `depth` parts, made where it is missing. A link is no folder.
Result<fs::path> Unpacking::folder_of(const Parts& parts, std::size_t depth) {
    fs::path place = to_;
    for (std::size_t i = 0; i < depth; ++i) {
        place /= parts[i];
        std::error_code error;
        const fs::file_status status = fs::symlink_status(place, error);
        if (fs::is_directory(status)) continue;
        entries_ += i + 1 < parts.size() ? 1 : 0;  // a folder that has no entry of its own
        error.clear();
        if (fs::exists(status) || !fs::create_directory(place, error))
            return fail("the archive holds '{}' twice", printable(place.filename().string(), 100));
    }
    return place;
}

Result<void> Unpacking::take(archive* reader, archive_entry* entry) {
    if (++entries_ > rules_.entries)
        return fail("the archive holds more than {} files and folders, expected at most that",
                    rules_.entries);
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr) return fail("the archive holds a name that cannot be read");
    const Result<Parts> parts = parts_of(name);
    if (!parts) return tl::unexpected(parts.error());
    const auto kind = archive_entry_filetype(entry);
    const char* link = archive_entry_symlink(entry);
    const bool is_link = rules_.links && kind == AE_IFLNK && link != nullptr && !parts->empty();
    if (!is_link && (archive_entry_hardlink(entry) != nullptr || link != nullptr ||
                     (kind != AE_IFREG && kind != AE_IFDIR)))
        return fail("the archive holds '{}', a link or a device, expected files and folders",
                    printable(name, 100));
    if (archive_entry_is_encrypted(entry) != 0)
        return fail("the archive is encrypted, expected one without a password");
    if (is_link) {
        links_.emplace_back(*parts, link);
        return {};
    }
    if (parts->empty()) return {};
    if (rules_.strict && (parts->front() == "__MACOSX" || parts->back() == ".DS_Store"))
        return take_contents(reader, nullptr);
    const Result<fs::path> folder = folder_of(*parts, parts->size() - (kind == AE_IFREG ? 1 : 0));
    if (!folder) return tl::unexpected(folder.error());
    if (kind == AE_IFDIR) return {};
    const bool program = rules_.programs && (archive_entry_perm(entry) & S_IXUSR) != 0;
    const Result<Descriptor> file = new_file(*folder / parts->back(), program ? 0755 : 0644);
    if (!file) return tl::unexpected(file.error());
    any_file_ = true;
    return take_contents(reader, &*file);
}

Result<void> Unpacking::make_links() {
    for (const auto& [parts, target] : links_) {
        const Result<fs::path> folder = folder_of(parts, parts.size() - 1);
        if (!folder) return tl::unexpected(folder.error());
        std::error_code error;
        fs::create_symlink(target, *folder / parts.back(), error);
        if (error)
            return fail("the link '{}' cannot be made: {}", printable(parts.back(), 100),
                        error.message());
    }
    return {};
}

Result<void> Unpacking::run(std::string_view bytes) {
    const ArchiveReader reader(archive_read_new());
    if (!reader) return fail("out of memory");
    archive* const raw = reader.get();
    if (archive_read_support_filter_gzip(raw) < ARCHIVE_WARN ||
        archive_read_support_format_tar(raw) < ARCHIVE_WARN ||
        archive_read_support_format_zip(raw) < ARCHIVE_WARN ||
        archive_read_open_memory(raw, bytes.data(), bytes.size()) < ARCHIVE_WARN)
        return unreadable(raw);
    for (;;) {
        archive_entry* entry = nullptr;
        const int status = archive_read_next_header(raw, &entry);
        if (status == ARCHIVE_EOF) break;
        if (status < ARCHIVE_WARN) return unreadable(raw);
        if (Result<void> taken = take(raw, entry); !taken) return taken;
    }
    if (rules_.strict && !any_file_) return fail("the archive holds no file, expected a hand-in's");
    return make_links();
}

struct CloseWriter {
    void operator()(archive* writer) const { archive_write_free(writer); }
};
struct FreeEntry {
    void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

la_ssize_t append(archive* /*writer*/, void* text, const void* bytes, std::size_t size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(bytes), size);
    return static_cast<la_ssize_t>(size);
}

class Packing {
 public:
    explicit Packing(const ArchiveRules& rules) : rules_(rules), writer_(archive_write_new()) {}

    [[nodiscard]] Result<std::string> run(const fs::path& top);

 private:
    [[nodiscard]] Result<void> add(const std::string& name, const fs::path& path);
    [[nodiscard]] bool write(archive_entry* entry, std::string_view bytes) const {
        archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
        return archive_write_header(writer_.get(), entry) == ARCHIVE_OK &&
               archive_write_data(writer_.get(), bytes.data(), bytes.size()) ==
                   static_cast<la_ssize_t>(bytes.size());
    }

    const ArchiveRules& rules_;
    std::string packed_;
    std::unique_ptr<archive, CloseWriter> writer_;
    std::size_t bytes_ = 0;
};

Result<void> Packing::add(const std::string& name, const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_perm(entry.get(), 0644);
    std::string contents;
    if (fs::is_symlink(status)) {
        archive_entry_set_filetype(entry.get(), AE_IFLNK);
        archive_entry_set_symlink(entry.get(), fs::read_symlink(path, error).c_str());
    } else if (fs::is_directory(status)) {
        archive_entry_set_filetype(entry.get(), AE_IFDIR);
        archive_entry_set_perm(entry.get(), 0755);
    } else if (fs::is_regular_file(status)) {
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        if ((status.permissions() & fs::perms::owner_exec) != fs::perms::none)
            archive_entry_set_perm(entry.get(), 0755);
        const std::uintmax_t size = fs::file_size(path, error);
        if (!error && size > rules_.bytes - bytes_)
            return fail("its files have more than {} MiB, expected at most that",
                        rules_.bytes >> 20U);
        Result<std::string> read = read_file(path, rules_.bytes);
        if (!read) return tl::unexpected(read.error());
        contents = std::move(*read);
        bytes_ += contents.size();
    } else {
        return {};
    }
    if (error) return fail("{}: {}", printable(name, 100), error.message());
    if (!write(entry.get(), contents))
        return fail("{}: cannot be packed: {}", printable(name, 100),
                    printable(archive_error_string(writer_.get()), 200));
    return {};
}

Result<std::string> Packing::run(const fs::path& top) {
    archive* const raw = writer_.get();
    if (archive_write_set_format_gnutar(raw) != ARCHIVE_OK ||
        archive_write_add_filter_gzip(raw) != ARCHIVE_OK ||
        archive_write_set_filter_option(raw, "gzip", "timestamp", nullptr) != ARCHIVE_OK ||
        archive_write_open(raw, &packed_, nullptr, append, nullptr) != ARCHIVE_OK)
        return fail("nothing can be packed: {}", printable(archive_error_string(raw), 200));
    std::map<std::string, fs::path> entries;
    std::error_code error;
    for (fs::recursive_directory_iterator at(top, error), end; !error && at != end;
         at.increment(error)) {
        entries.emplace(at->path().lexically_relative(top).string(), at->path());
        if (entries.size() > rules_.entries)
            return fail("it holds more than {} files and folders, expected at most that",
                        rules_.entries);
        if (static_cast<std::size_t>(at.depth()) >= rules_.depth)
            return fail("it holds folders deeper than {}, expected at most that", rules_.depth);
    }
    if (error) return fail("{}: {}", top.string(), error.message());
    for (const auto& [name, path] : entries)
        if (Result<void> added = add(name, path); !added) return tl::unexpected(added.error());
    if (archive_write_close(raw) != ARCHIVE_OK)
        return fail("nothing can be packed: {}", printable(archive_error_string(raw), 200));
    return std::move(packed_);
}

}  // namespace

bool is_plain_name(std::string_view name, std::size_t longest) {
    return !name.empty() && name.size() <= longest && name.front() != '-' && name != "." &&
           name != ".." && name.find_first_of("/\\") == std::string_view::npos &&
           printable(name, longest) == name;
}

Result<void> write_new_file(const fs::path& path, std::string_view bytes) {
    return new_file(path, 0644).and_then([&](const Descriptor& made) {
        return write_all(made, bytes);
    });
}

Result<std::string> pack_tree(const fs::path& top, const ArchiveRules& rules) {
    return Packing(rules).run(top);
}

Result<void> unpack_archive(std::string_view bytes, const fs::path& to, const ArchiveRules& rules) {
    const Utf8Names names;
    return Unpacking(to, rules).run(bytes);
}

}  // namespace zerosum

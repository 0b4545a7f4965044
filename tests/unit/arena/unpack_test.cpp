#include "arena/desk/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include "core/base64.h"
#include "core/files.h"
#include "sandbox/workspace.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

struct Item {
    std::string path;
    std::string bytes = "x";
    mode_t kind = AE_IFREG;
    std::string link = {};
};

// An archive with these entries, whatever they are called.
std::string archive_of(const std::vector<Item>& items, bool zip, bool gzip = false) {
    std::string out(std::size_t{8} << 20U, '\0');
    std::size_t used = 0;
    archive* const writer = archive_write_new();
    if (zip)
        archive_write_set_format_zip(writer);
    else
        archive_write_set_format_gnutar(writer);
    if (gzip) archive_write_add_filter_gzip(writer);
    archive_write_open_memory(writer, out.data(), out.size(), &used);
    for (const Item& item : items) {
        archive_entry* const entry = archive_entry_new();
        archive_entry_set_pathname(entry, item.path.c_str());
        archive_entry_set_filetype(entry, item.kind);
        archive_entry_set_perm(entry, 0777);
        if (item.kind == AE_IFLNK) archive_entry_set_symlink(entry, item.link.c_str());
        if (item.kind == AE_IFREG && !item.link.empty())
            archive_entry_set_hardlink(entry, item.link.c_str());
        const bool data = item.kind == AE_IFREG && item.link.empty();
        archive_entry_set_size(entry, data ? static_cast<la_int64_t>(item.bytes.size()) : 0);
        archive_write_header(writer, entry);
        if (data) archive_write_data(writer, item.bytes.data(), item.bytes.size());
        archive_entry_free(entry);
    }
    archive_write_close(writer);
    archive_write_free(writer);
    out.resize(used);
    return out;
}

class Unpack : public ::testing::Test {
 protected:
    // Every file below the new directory with its contents, or the message as the only key.
    std::map<std::string, std::string> unpack(const std::string& name, const std::string& bytes,
                                              const ArchiveRules& limits = {}) {
        const fs::path to = space_.home() / "to";
        fs::remove_all(to);
        const Result<void> done = unpack_upload(name, bytes, to, limits);
        std::map<std::string, std::string> files;
        if (!done) {
            EXPECT_FALSE(fs::exists(to)) << "something was left";
            files[done.error().message];
        } else {
            for (const auto& entry : fs::recursive_directory_iterator(to)) {
                EXPECT_FALSE(entry.is_symlink());
                if (entry.is_regular_file())
                    files[fs::relative(entry.path(), to).string()] = *read_file(entry.path());
            }
        }
        // Nothing beside it, whatever the archive was.
        for (const auto& entry : fs::directory_iterator(space_.home()))
            EXPECT_EQ(entry.path().filename(), "to");
        return files;
    }
    std::string refusal(const std::vector<Item>& items, const ArchiveRules& limits = {}) {
        const std::string message =
            unpack("a.tar", archive_of(items, false), limits).begin()->first;
        return message;
    }
    Workspace space_ = *Workspace::make();
};

using Files = std::map<std::string, std::string>;

TEST_F(Unpack, TakesASourceAndEveryKindOfArchive) {
    EXPECT_EQ(unpack("homework.py", "print()"), (Files{{"homework.py", "print()"}}));
    const std::vector<Item> items = {{"homework.cpp", "int"}, {"lib/board.h", "struct"}};
    const Files files = {{"homework.cpp", "int"}, {"lib/board.h", "struct"}};
    EXPECT_EQ(unpack("a.zip", archive_of(items, true)), files);
    EXPECT_EQ(unpack("a.tar", archive_of(items, false)), files);
    EXPECT_EQ(unpack("A.TAR.GZ", archive_of(items, false, true)), files);
    EXPECT_EQ(unpack("a.tgz", archive_of(items, false, true)), files);
}

TEST_F(Unpack, TakesNamesOfEveryLanguage) {
    // As Python's zipfile writes "müller/homework3.py": marked as UTF-8.
    const std::optional<std::string> zip = from_base64(
        "UEsDBBQAAAgAAAAAQUsGHuE8CQAAAAkAAAAUAAAAbcO8bGxlci9ob21ld29yazMucHlwcmludCgxKQpQSwECFAMU"
        "AAAIAAAAAEFLBh7hPAkAAAAJAAAAFAAAAAAAAAAAAAAAgAEAAAAAbcO8bGxlci9ob21ld29yazMucHlQSwUGAAAA"
        "AAEAAQBCAAAAOwAAAAAA");
    ASSERT_TRUE(zip);
    EXPECT_EQ(unpack("a.zip", *zip), (Files{{"homework3.py", "print(1)\n"}}));
    EXPECT_EQ(unpack("a.tar", archive_of({{"müller.py", "1"}}, false)),
              (Files{{"müller.py", "1"}}));
}

TEST_F(Unpack, LiftsWhatIsInOneFolderAndLeavesOutWhatAMacAdds) {
    EXPECT_EQ(unpack("a.zip", archive_of({{"team/", "", AE_IFDIR},
                                          {"team/hw/homework.py", "1"},
                                          {"team/hw/.DS_Store"},
                                          {"__MACOSX/team/._homework.py"}},
                                         true)),
              (Files{{"homework.py", "1"}}));
}

TEST_F(Unpack, RefusesEscapesLinksAndDevices) {
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_PRED2(has, refusal({{"../escape"}}), "without ..");
    EXPECT_PRED2(has, refusal({{"a/../../escape"}}), "without ..");
    EXPECT_PRED2(has, refusal({{"/etc/passwd"}}), "do not begin with a slash");
    EXPECT_PRED2(has, refusal({{"a\\b"}}), "backslashes");
    EXPECT_PRED2(has, refusal({{"a\nb"}}), "control characters");
    EXPECT_PRED2(has, refusal({{"-rf"}}), "a minus before");
    EXPECT_PRED2(has, refusal({{"link", "", AE_IFLNK, "/etc"}, {"link/passwd"}}), "a link");
    EXPECT_PRED2(has, refusal({{"a"}, {"b", "", AE_IFREG, "a"}}), "a link");
    EXPECT_PRED2(has, refusal({{"pipe", "", AE_IFIFO}}), "a device");
    EXPECT_PRED2(has, refusal({{"null", "", AE_IFCHR}}), "a device");
    EXPECT_PRED2(has, refusal({{"a"}, {"a", "second"}}), "twice");
    EXPECT_PRED2(has, refusal({{"a"}, {"a/b"}}), "twice");
    EXPECT_PRED2(has, refusal({{"folder/", "", AE_IFDIR}}), "no file");
}

TEST_F(Unpack, CountsWhileItUnpacks) {
    ArchiveRules limits;
    limits.bytes = std::size_t{1} << 20U;
    limits.entries = 10;
    limits.depth = 3;
    limits.name = 20;
    // A bomb: 64 MiB of zeros are 64 KiB as an archive.
    const std::string zeros(std::size_t{64} << 20U, '\0');
    for (const bool zip : {true, false}) {
        const std::string bomb = archive_of({{"a", zeros}}, zip, !zip);
        EXPECT_LT(bomb.size(), std::size_t{1} << 20U);
        EXPECT_EQ(unpack(zip ? "a.zip" : "a.tgz", bomb, limits).begin()->first,
                  "the archive unpacks to more than 1 MiB, expected at most that");
    }
    // What is left out has to be unpacked all the same.
    EXPECT_EQ(unpack("a.tgz", archive_of({{"__MACOSX/a", zeros}, {"b"}}, false, true), limits)
                  .begin()
                  ->first,
              "the archive unpacks to more than 1 MiB, expected at most that");
    std::vector<Item> many;
    for (int i = 0; i < 11; ++i) many.push_back({std::to_string(i)});
    EXPECT_EQ(refusal(many, limits),
              "the archive holds more than 10 files and folders, expected at most that");
    EXPECT_EQ(refusal({{"a/b/c/d"}}, limits),
              "the archive holds 'a/b/c/d', expected at most 3 folders in each other");
    EXPECT_NE(refusal({{std::string(21, 'a')}}, limits).find("up to 20 bytes"), std::string::npos);
}

TEST_F(Unpack, RefusesWhatIsNoArchiveAndBadNames) {
    EXPECT_NE(unpack("a.zip", "not an archive").begin()->first.find("cannot be read"),
              std::string::npos);
    std::string cut = archive_of({{"a", std::string(100'000, 'z')}}, false, true);
    cut.resize(cut.size() / 2);
    EXPECT_NE(unpack("a.tgz", cut).begin()->first.find("cannot be read"), std::string::npos);
    for (const char* name : {"", ".", "..", ".bashrc", "a/b", "-x", "a\nb", "\xff"})
        EXPECT_NE(unpack(name, "x").begin()->first.find("expected one such as"), std::string::npos)
            << name;
    EXPECT_EQ(unpack("a.py", "").begin()->first,
              "a.py is empty, expected a source file or an archive");
}

}  // namespace
}  // namespace zerosum

#include "arena/storage/archive.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "core/files.h"
#include "sandbox/tree_fingerprint.h"
#include "sandbox/workspace.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

class Archive : public ::testing::Test {
 protected:
    void put(const fs::path& name, const std::string& bytes) const {
        fs::create_directories((from / name).parent_path());
        std::ofstream(from / name) << bytes;
    }
    // An agent's folder with all that such folders hold.
    void fill() const {
        put("homework.cpp", "int main() {}\n");
        put("run me.sh", "#!/bin/sh\n");
        fs::permissions(from / "run me.sh", fs::perms(0755));
        put("data/weights.bin", std::string("\0\xff\n\r", 4));
        put("-odd\\name", "x");
        put(".DS_Store", "x");
        fs::create_directory(from / "empty");
        fs::create_symlink("data/weights.bin", from / "weights");
        fs::create_symlink("/nowhere", from / "data" / "dangling");
    }

    Workspace space = std::move(*Workspace::make());
    fs::path from = space.home() / "from";
    fs::path to = space.home() / "to";
    void SetUp() override {
        fs::create_directory(from);
        fs::create_directory(to);
    }
};

TEST_F(Archive, ATreeComesBackAsItWas) {
    fill();
    const Result<std::string> packed = pack_tree(from);
    ASSERT_TRUE(packed) << packed.error().message;
    const Result<void> done = unpack_archive(*packed, to, kTreeRules);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(*fingerprint_tree(to), *fingerprint_tree(from));
    EXPECT_TRUE(fs::is_directory(to / "empty"));
    EXPECT_EQ(fs::read_symlink(to / "data" / "dangling"), "/nowhere");
    EXPECT_NE(fs::status(to / "run me.sh").permissions() & fs::perms::owner_exec, fs::perms::none);
}

TEST_F(Archive, TheSameContentsGiveTheSameBytes) {
    fill();
    const std::string first = *pack_tree(from);
    fs::last_write_time(from / "homework.cpp",
                        fs::file_time_type::clock::now() - std::chrono::hours(99));
    EXPECT_EQ(*pack_tree(from), first);
    put("homework.cpp", "int main() { }\n");
    EXPECT_NE(*pack_tree(from), first);
}

TEST_F(Archive, ATreeThatIsTooLargeIsNotPacked) {
    put("big", std::string(2000, 'x'));
    ArchiveRules rules = kTreeRules;
    rules.bytes = 1000;
    EXPECT_FALSE(pack_tree(from, rules));
    rules = kTreeRules;
    rules.entries = 3;
    for (int i = 0; i < 4; ++i) put(std::to_string(i), "x");
    const Result<std::string> packed = pack_tree(from, rules);
    ASSERT_FALSE(packed);
    EXPECT_NE(packed.error().message.find("more than 3 files"), std::string::npos);
}

// An empty hand-in is one: it gets its grade, and loses its games.
TEST_F(Archive, ATreeWithoutFilesComesBackAsItWas) {
    ASSERT_TRUE(unpack_archive(*pack_tree(from), to, kTreeRules));
    EXPECT_TRUE(fs::is_empty(to));
    fs::create_symlink("/nowhere", from / "link");
    const Result<void> done = unpack_archive(*pack_tree(from), to, kTreeRules);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(fs::read_symlink(to / "link"), "/nowhere");
    EXPECT_FALSE(unpack_archive(*pack_tree(from), to, ArchiveRules{})) << "strict";
}

TEST_F(Archive, ATreeThatIsTooDeepIsNotPacked) {
    fs::path deep = from;
    for (std::size_t i = 0; i < kTreeRules.depth; ++i) deep /= "d";
    fs::create_directories(deep);
    const Result<void> done = unpack_archive(*pack_tree(from), to, kTreeRules);
    ASSERT_TRUE(done) << done.error().message;
    std::ofstream(deep / "file") << "x";
    EXPECT_FALSE(pack_tree(from));
}

// Links are made last, so that no file is written through one; and none leads to another.
TEST_F(Archive, NothingIsWrittenThroughALink) {
    const fs::path outside = space.home() / "outside";
    fs::create_directory(outside);
    fs::create_symlink(outside, from / "door");
    put("homework.cpp", "x");
    const std::string packed = *pack_tree(from);
    // In the unpacked tree the link is there; unpacking a second archive over it must stop there.
    ASSERT_TRUE(unpack_archive(packed, to, kTreeRules));
    fs::remove(from / "door");
    fs::remove(from / "homework.cpp");
    put("door/secret", "x");
    EXPECT_FALSE(unpack_archive(*pack_tree(from), to, kTreeRules));
    EXPECT_TRUE(fs::is_empty(outside));
}

// One that was cut short may read as a shorter one: who keeps archives keeps their hashes.
TEST_F(Archive, WhatIsNoArchiveIsAnError) {
    EXPECT_FALSE(unpack_archive("nonsense", to, kTreeRules));
    EXPECT_FALSE(unpack_archive("", to, kTreeRules));
}

}  // namespace
}  // namespace zerosum

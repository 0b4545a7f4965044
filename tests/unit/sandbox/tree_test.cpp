#include "sandbox/tree.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "core/descriptor.h"
#include "sandbox/untrusted_file.h"
#include "sandbox/workspace.h"

namespace zerosum {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& path, std::string_view text) {
    std::ofstream(path) << text;
}

// A chain of directories whose full path is longer than any path name may be.
void nest(const fs::path& top, int depth) {
    Descriptor here(open(top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::string name(100, 'd');
    for (int i = 0; i < depth; ++i) {
        ASSERT_EQ(mkdirat(here.get(), name.c_str(), 0700), 0);
        here = Descriptor(openat(here.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        ASSERT_TRUE(here.open());
    }
}

TEST(Tree, SizeCountsBytesEntriesAndTheLongestFile) {
    const Workspace space = *Workspace::make();
    put(space.home() / "a", std::string(10000, 'x'));
    fs::create_directory(space.home() / "d");
    put(space.home() / "d" / "b", "short");
    const TreeSize size = measure_tree(space.home(), 100);
    EXPECT_EQ(size.entries, 3U);
    EXPECT_EQ(size.largest, 10000U);
    EXPECT_GE(size.bytes, 10000U);
}

TEST(Tree, ALinkIsNotFollowedWhenMeasured) {
    const Workspace space = *Workspace::make();
    fs::create_symlink("/usr", space.home() / "link");
    EXPECT_EQ(measure_tree(space.home(), 100).entries, 1U);
}

TEST(Tree, WhatAClosedDirectoryHidesIsCounted) {
    const Workspace space = *Workspace::make();
    fs::create_directory(space.home() / "closed");
    put(space.home() / "closed" / "hoard", std::string(10000, 'x'));
    fs::permissions(space.home() / "closed", fs::perms(0));
    fs::permissions(space.home(), fs::perms(0));
    EXPECT_EQ(measure_tree(space.home(), 100).largest, 10000U);
}

TEST(Tree, ADeepTreeCountsAsTooManyEntriesAndCanBeRemoved) {
    const Workspace space = *Workspace::make();
    const fs::path top = space.home() / "deep";
    fs::create_directory(top);
    nest(top, 80);
    EXPECT_EQ(measure_tree(top, 500).entries, 500U);
    const auto removed = remove_tree(top);
    EXPECT_TRUE(removed.has_value()) << removed.error().message;
    EXPECT_FALSE(fs::exists(top));
}

TEST(Tree, RemovingFollowsNoLinkOut) {
    const Workspace space = *Workspace::make();
    const Workspace other = *Workspace::make();
    put(other.home() / "precious", "x");
    fs::create_directory_symlink(other.home(), space.home() / "link");
    ASSERT_TRUE(remove_tree(space.home() / "link").has_value());
    ASSERT_TRUE(empty_tree(space.home()).has_value());
    EXPECT_TRUE(fs::exists(other.home() / "precious"));
}

TEST(Tree, ATreeWithoutPermissionsIsRemoved) {
    const Workspace space = *Workspace::make();
    fs::create_directories(space.home() / "closed" / "inner");
    put(space.home() / "closed" / "inner" / "file", "x");
    fs::permissions(space.home() / "closed" / "inner", fs::perms(0));
    fs::permissions(space.home() / "closed", fs::perms(0));
    const auto emptied = empty_tree(space.home());
    EXPECT_TRUE(emptied.has_value()) << emptied.error().message;
    EXPECT_TRUE(fs::is_empty(space.home()));
}

TEST(Tree, RemovingWhatIsNotThereIsFine) {
    EXPECT_TRUE(remove_tree("/no/such/tree").has_value());
}

TEST(Tree, ACopyKeepsLinksAsLinksAndLeavesPipesOut) {
    const Workspace from = *Workspace::make();
    const Workspace to = *Workspace::make();
    put(from.home() / "file", "text");
    fs::permissions(from.home() / "file", fs::perms(0755));
    fs::create_directory(from.home() / "sub");
    put(from.home() / "sub" / "inner", "more");
    fs::create_symlink("/etc/shadow", from.home() / "link");
    ASSERT_EQ(mkfifo((from.home() / "pipe").c_str(), 0600), 0);
    const auto copied = copy_tree(from.home(), to.home());
    ASSERT_TRUE(copied.has_value()) << copied.error().message;
    EXPECT_EQ(*read_untrusted_file(to.home() / "file", 10), "text");
    EXPECT_EQ(fs::status(to.home() / "file").permissions(), fs::perms(0755));
    EXPECT_EQ(*read_untrusted_file(to.home() / "sub" / "inner", 10), "more");
    EXPECT_TRUE(fs::is_symlink(to.home() / "link"));
    EXPECT_FALSE(fs::exists(to.home() / "pipe"));
}

TEST(Tree, ACopyStopsAtItsLimits) {
    const Workspace from = *Workspace::make();
    const Workspace to = *Workspace::make();
    put(from.home() / "file", std::string(5000, 'x'));
    EXPECT_FALSE(copy_tree(from.home(), to.home(), {.bytes = 4000, .entries = 10}).has_value());
    const Workspace again = *Workspace::make();
    EXPECT_FALSE(copy_tree(from.home(), again.home(), {.bytes = 9000, .entries = 0}).has_value());
}

TEST(Tree, WhatALinkerMadeCanBeRunAndNothingElse) {
    const Workspace space = *Workspace::make();
    const auto elf = [](char type) {
        return std::string(
                   "\x7f"
                   "ELF",
                   4) +
               std::string(12, '\0') + type + '\0';
    };
    fs::create_directory(space.home() / "sub");
    put(space.home() / "program", elf(2));
    put(space.home() / "sub" / "position_independent", elf(3));
    put(space.home() / "object.o", elf(1));
    put(space.home() / "short",
        "\x7f"
        "ELF");
    put(space.home() / "script", "#!/bin/sh\n");
    const Workspace other = *Workspace::make();
    put(other.home() / "theirs", elf(2));
    fs::create_symlink(other.home() / "theirs", space.home() / "link");
    fs::create_symlink(other.home(), space.home() / "folder");
    for (const char* name : {"program", "sub/position_independent", "object.o", "short", "script"})
        fs::permissions(space.home() / name, fs::perms(0644));
    fs::permissions(other.home() / "theirs", fs::perms(0644));
    mark_programs(space.home());
    EXPECT_EQ(fs::status(space.home() / "program").permissions(), fs::perms(0744));
    EXPECT_EQ(fs::status(space.home() / "sub/position_independent").permissions(), fs::perms(0744));
    for (const char* name : {"object.o", "short", "script"})
        EXPECT_EQ(fs::status(space.home() / name).permissions(), fs::perms(0644)) << name;
    EXPECT_EQ(fs::status(other.home() / "theirs").permissions(), fs::perms(0644));
}

TEST(UntrustedFile, OnlyARegularFileOfAllowedLengthIsRead) {
    const Workspace space = *Workspace::make();
    const auto read = [&](const char* name) {
        return read_untrusted_file(space.home() / name, 100);
    };
    put(space.home() / "good", "A1\n");
    put(space.home() / "long", std::string(101, 'x'));
    fs::create_symlink("good", space.home() / "link");
    fs::create_directory(space.home() / "directory");
    ASSERT_EQ(mkfifo((space.home() / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(*read("good"), "A1\n");
    EXPECT_EQ(read("long").error(), FileTrouble::TooLong);
    EXPECT_EQ(read("link").error(), FileTrouble::NotAFile);
    EXPECT_EQ(read("directory").error(), FileTrouble::NotAFile);
    EXPECT_EQ(read("pipe").error(), FileTrouble::NotAFile);
    EXPECT_EQ(read("missing").error(), FileTrouble::Missing);
}

TEST(Workspace, WritingReplacesWhateverStandsInTheWay) {
    const Workspace space = *Workspace::make();
    const Workspace other = *Workspace::make();
    put(other.home() / "precious", "keep");
    fs::create_symlink(other.home() / "precious", space.home() / "input.txt");
    ASSERT_TRUE(space.write("input.txt", "new").has_value());
    EXPECT_EQ(*read_untrusted_file(other.home() / "precious", 10), "keep");
    EXPECT_EQ(*read_untrusted_file(space.home() / "input.txt", 10), "new");
    ASSERT_TRUE(space.remove("input.txt").has_value());
    fs::create_directories(space.home() / "input.txt" / "inner");
    ASSERT_TRUE(space.write("input.txt", "newer").has_value());
    EXPECT_EQ(*read_untrusted_file(space.home() / "input.txt", 10), "newer");
}

TEST(Workspace, LeavesNothingBehind) {
    fs::path top;
    {
        const Workspace space = *Workspace::make();
        top = space.home().parent_path();
        put(space.home() / "file", "x");
        EXPECT_TRUE(fs::exists(top));
    }
    EXPECT_FALSE(fs::exists(top));
}

}  // namespace
}  // namespace zerosum

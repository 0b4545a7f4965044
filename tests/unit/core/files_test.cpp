#include "core/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace zerosum {
namespace {

namespace fs = std::filesystem;

// An empty directory for the time of one test.
class FilesTest : public testing::Test {
 protected:
    FilesTest() {
        std::string name = (fs::temp_directory_path() / "zerosum-files-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~FilesTest() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    FilesTest(const FilesTest&) = delete;
    FilesTest& operator=(const FilesTest&) = delete;

    fs::path folder_;
};

TEST_F(FilesTest, ReadsWhatWasWrittenByteForByte) {
    const std::string bytes("a\0b\r\n\xFF", 6);
    ASSERT_TRUE(write_file_atomically(folder_ / "file", bytes));
    const Result<std::string> read = read_file(folder_ / "file");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, bytes);
}

TEST_F(FilesTest, WritingReplacesTheOldBytesAndLeavesNothingBeside) {
    ASSERT_TRUE(write_file_atomically(folder_ / "file", "a long first text"));
    ASSERT_TRUE(write_file_atomically(folder_ / "file", "new"));
    EXPECT_EQ(read_file(folder_ / "file"), "new");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(FilesTest, MissingFilesAndDirectoriesAreErrorsThatNameThePath) {
    const Result<std::string> missing = read_file(folder_ / "none");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("none"), std::string::npos);
    const Result<std::string> directory = read_file(folder_);
    ASSERT_FALSE(directory);
    EXPECT_NE(directory.error().message.find("is a directory"), std::string::npos);
}

TEST_F(FilesTest, APipeOrADeviceIsRefusedWithoutWaiting) {
    ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    const Result<std::string> pipe = read_file(folder_ / "pipe");
    ASSERT_FALSE(pipe);
    EXPECT_NE(pipe.error().message.find("is a pipe, expected a file"), std::string::npos);
    const Result<std::string> device = read_file("/dev/zero");
    ASSERT_FALSE(device);
    EXPECT_EQ(device.error().message, "/dev/zero: is a device, expected a file");
    const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::strncpy(static_cast<char*>(name.sun_path), (folder_ / "socket").c_str(),
                 sizeof name.sun_path - 1);
    ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
    const Result<std::string> refused = read_file(folder_ / "socket");
    close(server);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("is a socket"), std::string::npos);
}

TEST_F(FilesTest, WhatTheCallerHasOpenIsReadWhateverItIs) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    ASSERT_EQ(write(ends[1], "words", 5), 5);
    close(ends[1]);
    EXPECT_EQ(read_file("/dev/fd/" + std::to_string(ends[0])), "words");
    close(ends[0]);
}

TEST_F(FilesTest, MessagesShowNamesSafelyAndCutThem) {
    const Result<std::string> missing = read_file(folder_ / "\x1b[31mred");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("\\x1B[31mred: cannot open"), std::string::npos);
    EXPECT_LT(read_file(std::string(60'000, 'a')).error().message.size(), 400U);
}

TEST_F(FilesTest, LeftoversOfDeadProcessesAreRemovedAndNothingElse) {
    const pid_t dead = fork();
    if (dead == 0) _exit(0);
    waitpid(dead, nullptr, 0);
    const std::string mine = fmt::format("file.{}.tmp", getpid());
    for (const std::string& name :
         {std::string("file"), fmt::format("file.{}.tmp", dead), mine, std::string("file.txt.tmp"),
          std::string("file..tmp"), fmt::format("other.{}.tmp", dead)})
        ASSERT_TRUE(write_file_atomically(folder_ / name, "x"));
    ASSERT_TRUE(write_file_atomically(folder_ / fmt::format("second.{}.tmp", dead), "x"));
    remove_leftovers({folder_ / "file", folder_ / "second"});
    for (const std::string_view name : {"file", "second"})
        EXPECT_FALSE(fs::exists(folder_ / fmt::format("{}.{}.tmp", name, dead))) << name;
    for (const std::string& name : {mine, std::string("file.txt.tmp"), std::string("file..tmp"),
                                    fmt::format("other.{}.tmp", dead), std::string("file")})
        EXPECT_TRUE(fs::exists(folder_ / name)) << name;
}

TEST_F(FilesTest, RefusesAFileOverTheLimit) {
    ASSERT_TRUE(write_file_atomically(folder_ / "file", "12345"));
    EXPECT_TRUE(read_file(folder_ / "file", 5));
    EXPECT_FALSE(read_file(folder_ / "file", 4));
}

TEST_F(FilesTest, WritingIntoAMissingDirectoryIsAnError) {
    const Result<void> written = write_file_atomically(folder_ / "none" / "file", "x");
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message.find("none"), std::string::npos);
}

TEST_F(FilesTest, APlaceCanBeCheckedBeforeThereIsAnythingToWrite) {
    EXPECT_TRUE(check_place(folder_ / "new"));
    EXPECT_TRUE(check_place("new"));
    EXPECT_FALSE(check_place(folder_));
    EXPECT_FALSE(check_place(folder_ / "none" / "file"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
}

}  // namespace
}  // namespace zerosum

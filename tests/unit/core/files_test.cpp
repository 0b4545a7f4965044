#include "core/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
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

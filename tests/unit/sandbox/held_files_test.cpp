#include "sandbox/warden/held_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "core/descriptor.h"
#include "sandbox/workspace.h"

namespace zerosum::warden {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20U;

// This process itself is measured: what it held before is subtracted.
class HeldFilesTest : public testing::Test {
 protected:
    static void fill(const Descriptor& file, std::size_t megabytes) {
        const std::vector<char> piece(kMegabyte, 'x');
        for (std::size_t i = 0; i < megabytes; ++i)
            ASSERT_EQ(write(file.get(), piece.data(), piece.size()),
                      static_cast<ssize_t>(kMegabyte));
    }
    Descriptor file_on_disk() const {
        const std::string path = space_.home() / "file";
        return Descriptor(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    }
    void unlink_file() const { ASSERT_EQ(unlink((space_.home() / "file").c_str()), 0); }
    [[nodiscard]] HeldFiles look() const {
        struct stat status {};
        EXPECT_EQ(stat(space_.home().c_str(), &status), 0);
        const std::array<dev_t, 1> disks{status.st_dev};
        return held_files(self_, disks);
    }
    std::array<pid_t, 1> self_{getpid()};
    Workspace space_ = *Workspace::make();
};

TEST_F(HeldFilesTest, AFileCountsFromTheMomentThatItLosesItsName) {
    const std::size_t before = look().disk;
    const Descriptor file = file_on_disk();
    fill(file, 3);
    EXPECT_EQ(look().disk, before);
    unlink_file();
    EXPECT_GE(look().disk, before + 3 * kMegabyte);
    EXPECT_LT(look().disk, before + 4 * kMegabyte);
}

TEST_F(HeldFilesTest, AFileWithManyDescriptorsCountsOnce) {
    const HeldFiles before = look();
    const Descriptor file(memfd_create("test", MFD_CLOEXEC));
    fill(file, 3);
    const Descriptor again(dup(file.get()));
    const std::array<pid_t, 2> twice{self_[0], self_[0]};
    const HeldFiles held = held_files(twice, {});
    EXPECT_EQ(held.memory, before.memory + 3 * kMegabyte);
    EXPECT_EQ(look().disk, before.disk);
    EXPECT_TRUE(held.complete);
}

TEST_F(HeldFilesTest, MappedPagesOfAFileInMemoryAreNotCountedAgain) {
    const std::size_t before = unmapped_memory(look(), self_);
    const Descriptor file(memfd_create("test", MFD_CLOEXEC));
    fill(file, 4);
    EXPECT_EQ(unmapped_memory(look(), self_), before + 4 * kMegabyte);
    void* memory =
        mmap(nullptr, kMegabyte, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file.get(), 0);
    ASSERT_NE(memory, MAP_FAILED);
    EXPECT_EQ(unmapped_memory(look(), self_), before + 3 * kMegabyte);
    munmap(memory, kMegabyte);
    // Pages that were copied on writing are the process's own, beside the file's.
    memory = mmap(nullptr, kMegabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.get(), 0);
    ASSERT_NE(memory, MAP_FAILED);
    std::memset(memory, 1, kMegabyte);
    EXPECT_EQ(unmapped_memory(look(), self_), before + 4 * kMegabyte);
    munmap(memory, kMegabyte);
}

}  // namespace
}  // namespace zerosum::warden

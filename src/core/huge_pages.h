#pragma once
// Memory for large tables that are read at random places.
//
// Such a read misses the cache, and with pages of 4 kB also the table of pages, which costs as much
// again, and more under a virtual machine. Pages of 2 MB avoid the second miss.

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace zerosum {

// For std::vector: blocks of 2 MB and more ask for huge pages, where the system has them to give.
template <typename T>
struct HugePageAllocator {
    using value_type = T;

    HugePageAllocator() = default;
    template <typename U>
    explicit HugePageAllocator(const HugePageAllocator<U>& /*other*/) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        void* memory = ::operator new(bytes, alignment_of(count));
        if (bytes >= huge_page) ::madvise(memory, bytes, MADV_HUGEPAGE);  // no is an answer, too
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) {
        ::operator delete(memory, alignment_of(count));
    }

    friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }

 private:
    static constexpr std::size_t huge_page = std::size_t{2} << 20U;
    static constexpr std::size_t cache_line = 64;

    [[nodiscard]] static std::align_val_t alignment_of(std::size_t count) {
        return std::align_val_t{count * sizeof(T) >= huge_page ? huge_page : cache_line};
    }
};

}  // namespace zerosum

#include "sandbox/seccomp_filter.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "sandbox/system_calls.h"

namespace zerosum {

namespace {

using Code = std::vector<sock_filter>;

sock_filter statement(unsigned code, std::uint32_t value) {
    return {static_cast<std::uint16_t>(code), 0, 0, value};
}
sock_filter jump(unsigned code, std::uint32_t value, std::size_t if_true, std::size_t if_false) {
    return {static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_true),
            static_cast<std::uint8_t>(if_false), value};
}
sock_filter load(std::size_t offset) {
    return statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

const sock_filter kAllow = statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
sock_filter refusal(int error) {
    return statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
}

// Arguments are 64 bits in the machine's order; all architectures we build for are little-endian.
std::size_t offset_of(const ArgumentTest& test) {
    return offsetof(seccomp_data, args) + sizeof(std::uint64_t) * test.argument +
           (test.high_half ? sizeof(std::uint32_t) : 0);
}

// Every test of one alternative takes three instructions; the first that fails leaps over the rest
// of the alternative and its return.
Code tested(const SystemCall& call) {
    constexpr std::size_t test_size = 3;
    Code code;
    for (const ArgumentTests& alternative : call.any) {
        std::size_t to_skip = test_size * alternative.size() + 1;
        for (const ArgumentTest& test : alternative) {
            to_skip -= test_size;
            code.push_back(load(offset_of(test)));
            code.push_back(statement(BPF_ALU | BPF_AND | BPF_K, test.mask));
            code.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, test.value, 0, to_skip));
        }
        code.push_back(kAllow);
    }
    code.push_back(refusal(call.otherwise));
    return code;
}

Code code_for(const SystemCall& call, bool deny_metadata) {
    switch (call.rule) {
        case CallRule::Pass:
            return {kAllow};
        case CallRule::Metadata:
            return {deny_metadata ? refusal(EPERM) : kAllow};
        case CallRule::Refuse:
            return {refusal(EPERM)};
        case CallRule::Tested:
            return tested(call);
    }
    return {refusal(EPERM)};
}

bool same(const Code& a, const Code& b) {
    return a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), a.size() * sizeof(sock_filter)) == 0;
}

// From `first` on, up to the next range's first, all calls are answered by this code.
struct Range {
    std::uint32_t first = 0;
    Code code;
};

// A binary search for the range that holds the call's number, which is loaded.
Code search(const Range* begin, const Range* end) {
    if (end - begin == 1) return begin->code;
    const Range* middle = begin + (end - begin) / 2;
    const Code low = search(begin, middle);
    const Code high = search(middle, end);
    constexpr std::size_t longest_leap = 255;
    Code code;
    if (low.size() <= longest_leap) {
        code.push_back(jump(BPF_JMP | BPF_JGE | BPF_K, middle->first, low.size(), 0));
    } else {
        code.push_back(jump(BPF_JMP | BPF_JGE | BPF_K, middle->first, 0, 1));
        code.push_back(statement(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(low.size())));
    }
    code.insert(code.end(), low.begin(), low.end());
    code.insert(code.end(), high.begin(), high.end());
    return code;
}

std::vector<Range> ranges(bool deny_metadata) {
    std::map<std::uint32_t, const SystemCall*> by_number;
    for (const SystemCall& call : system_calls()) {
        const int number = seccomp_syscall_resolve_name(call.name);
        if (number >= 0) by_number[static_cast<std::uint32_t>(number)] = &call;
    }
    const Code missing{refusal(ENOSYS)};
    std::vector<Range> list{{0, missing}};
    const auto begin_range = [&](std::uint32_t first, const Code& code) {
        if (list.back().first == first)
            list.back().code = code;
        else if (!same(list.back().code, code))
            list.push_back({first, code});
    };
    std::uint32_t next = 0;
    for (const auto& [number, call] : by_number) {
        if (number > next) begin_range(next, missing);
        begin_range(number, code_for(*call, deny_metadata));
        next = number + 1;
    }
    begin_range(next, missing);
    return list;
}

}  // namespace

Result<std::string> make_seccomp_filter(bool deny_metadata) {
    const std::vector<Range> list = ranges(deny_metadata);
    Code code{load(offsetof(seccomp_data, arch)),
              jump(BPF_JMP | BPF_JEQ | BPF_K, seccomp_arch_native(), 1, 0), refusal(ENOSYS),
              load(offsetof(seccomp_data, nr))};
    const Code rest = search(list.data(), list.data() + list.size());
    code.insert(code.end(), rest.begin(), rest.end());
    if (code.size() > BPF_MAXINSNS)
        return fail("the system call filter has {} instructions, the kernel takes {}", code.size(),
                    BPF_MAXINSNS);
    std::string bytes(code.size() * sizeof(sock_filter), '\0');
    std::memcpy(bytes.data(), code.data(), bytes.size());
    return bytes;
}

}  // namespace zerosum

#include "sandbox/wire.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <type_traits>

namespace zerosum {

namespace {

class Packer {
 public:
    template <typename T>
    void value(const T& v) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::array<char, sizeof(T)> raw{};
        std::memcpy(raw.data(), &v, sizeof(T));
        bytes_.append(raw.data(), raw.size());
    }
    void text(std::string_view v) {
        value(v.size());
        bytes_.append(v);
    }
    std::string take() { return std::move(bytes_); }

 private:
    std::string bytes_;
};

class Unpacker {
 public:
    explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

    template <typename T>
    void value(T& v) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (rest_.size() < sizeof(T)) {
            good_ = false;
            return;
        }
        std::memcpy(&v, rest_.data(), sizeof(T));
        rest_.remove_prefix(sizeof(T));
    }
    void text(std::string& v) {
        std::size_t size = 0;
        value(size);
        if (!good_ || rest_.size() < size) {
            good_ = false;
            return;
        }
        v = rest_.substr(0, size);
        rest_.remove_prefix(size);
    }
    [[nodiscard]] bool complete() const { return good_ && rest_.empty(); }
    [[nodiscard]] bool good() const { return good_; }

 private:
    std::string_view rest_;
    bool good_ = true;
};

template <typename List>
void pack_list(Packer& packer, const List& list) {
    packer.value(list.size());
    for (const auto& item : list) packer.text(std::string(item));
}

template <typename List>
void unpack_list(Unpacker& unpacker, List& list) {
    std::size_t count = 0;
    unpacker.value(count);
    for (std::size_t i = 0; i < count && unpacker.good(); ++i) {
        std::string item;
        unpacker.text(item);
        list.emplace_back(std::move(item));
    }
}

void pack_excerpt(Packer& packer, const Excerpt& excerpt) {
    packer.text(excerpt.text);
    packer.value(excerpt.total);
}

void unpack_excerpt(Unpacker& unpacker, Excerpt& excerpt) {
    unpacker.text(excerpt.text);
    unpacker.value(excerpt.total);
}

bool send_all(int socket, const char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t n = send(socket, data, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        data += n;
        size -= static_cast<std::size_t>(n);
    }
    return true;
}

bool receive_all(int socket, char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t n = recv(socket, data, size, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        data += n;
        size -= static_cast<std::size_t>(n);
    }
    return true;
}

}  // namespace

std::string encode(const Order& order) {
    Packer packer;
    pack_list(packer, order.job.command);
    packer.text(order.job.directory.native());
    packer.text(order.job.temporary.native());
    pack_list(packer, order.job.readable);
    packer.value(order.job.limits);
    packer.value(order.setup);
    packer.text(order.seccomp_filter);
    packer.value(order.streams_are_ours);
    packer.value(order.sweep);
    packer.value(order.landlock_cap);
    packer.value(order.user);
    return packer.take();
}

std::optional<Order> decode_order(std::string_view bytes) {
    Unpacker unpacker(bytes);
    Order order;
    std::string directory;
    std::string temporary;
    unpack_list(unpacker, order.job.command);
    unpacker.text(directory);
    unpacker.text(temporary);
    unpack_list(unpacker, order.job.readable);
    unpacker.value(order.job.limits);
    unpacker.value(order.setup);
    unpacker.text(order.seccomp_filter);
    unpacker.value(order.streams_are_ours);
    unpacker.value(order.sweep);
    unpacker.value(order.landlock_cap);
    unpacker.value(order.user);
    order.job.directory = directory;
    order.job.temporary = temporary;
    if (!unpacker.complete()) return std::nullopt;
    return order;
}

std::string encode(const Notice& notice) {
    Packer packer;
    packer.value(notice.usage);
    packer.value(notice.account.has_value());
    if (notice.account) {
        const Account& account = *notice.account;
        packer.value(account.ending);
        packer.value(account.exit_code);
        packer.value(account.signal);
        packer.value(account.limit);
        packer.value(account.cpu);
        packer.value(account.wall);
        packer.value(account.waited);
        packer.value(account.peak_memory);
        packer.value(account.left_running);
        pack_excerpt(packer, account.out);
        pack_excerpt(packer, account.err);
        packer.text(account.trouble);
    }
    return packer.take();
}

std::optional<Notice> decode_notice(std::string_view bytes) {
    Unpacker unpacker(bytes);
    Notice notice;
    bool has_account = false;
    unpacker.value(notice.usage);
    unpacker.value(has_account);
    if (has_account) {
        Account& account = notice.account.emplace();
        unpacker.value(account.ending);
        unpacker.value(account.exit_code);
        unpacker.value(account.signal);
        unpacker.value(account.limit);
        unpacker.value(account.cpu);
        unpacker.value(account.wall);
        unpacker.value(account.waited);
        unpacker.value(account.peak_memory);
        unpacker.value(account.left_running);
        unpack_excerpt(unpacker, account.out);
        unpack_excerpt(unpacker, account.err);
        unpacker.text(account.trouble);
    }
    if (!unpacker.complete()) return std::nullopt;
    return notice;
}

bool send_message(int socket, std::string_view bytes) {
    const std::uint32_t size = static_cast<std::uint32_t>(bytes.size());
    std::array<char, sizeof size> header{};
    std::memcpy(header.data(), &size, sizeof size);
    return send_all(socket, header.data(), header.size()) &&
           send_all(socket, bytes.data(), bytes.size());
}

std::optional<std::string> receive_message(int socket) {
    constexpr std::uint32_t largest = 1U << 26U;
    std::uint32_t size = 0;
    std::array<char, sizeof size> header{};
    if (!receive_all(socket, header.data(), header.size())) return std::nullopt;
    std::memcpy(&size, header.data(), sizeof size);
    if (size > largest) return std::nullopt;
    std::string bytes(size, '\0');
    if (!receive_all(socket, bytes.data(), bytes.size())) return std::nullopt;
    return bytes;
}

}  // namespace zerosum

#include "app/page/gunzip.h"

#include <boost/beast/zlib/inflate_stream.hpp>
#include <cstdint>
#include <cstring>

namespace zerosum::page {

std::optional<std::string> gunzip(std::string_view gzipped) {
    namespace zlib = boost::beast::zlib;
    constexpr std::size_t header = 10;
    constexpr std::size_t trailer = 8;
    constexpr std::size_t most = 4 << 20;
    if (gzipped.size() < header + trailer) return std::nullopt;
    std::uint32_t size = 0;
    std::memcpy(&size, gzipped.data() + gzipped.size() - 4, sizeof size);
    if (size > most) return std::nullopt;
    std::string plain(size, '\0');
    zlib::z_params params;
    params.next_in = gzipped.data() + header;
    params.avail_in = gzipped.size() - header - trailer;
    params.next_out = plain.data();
    params.avail_out = plain.size();
    zlib::inflate_stream stream;
    boost::system::error_code error;
    stream.write(params, zlib::Flush::finish, error);
    if (params.avail_out != 0) return std::nullopt;
    return plain;
}

}  // namespace zerosum::page

#include "app/page/assets.h"

namespace zerosum::page {

namespace {
#include "app/page/page.inc"  // made by cmake/web.cmake
}  // namespace

const Asset* find_asset(std::string_view path) {
    for (const Asset& asset : embedded_assets)
        if (asset.path == path) return &asset;
    return nullptr;
}

}  // namespace zerosum::page

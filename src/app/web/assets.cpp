#include "app/web/assets.h"

namespace zerosum::web {

namespace {
#include "app/web/page.inc"  // made by cmake/web.cmake
}  // namespace

const Asset* find_asset(std::string_view path) {
    for (const Asset& asset : embedded_assets)
        if (asset.path == path) return &asset;
    return nullptr;
}

}  // namespace zerosum::web

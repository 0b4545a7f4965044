// make_plugin in the static program of cmake/tarball, which cannot load a shared library: says so.

#include "players/programs/plugin_player.h"

namespace zerosum {

Result<PlayerPtr> make_plugin(const PlayerSpec& spec) {
    return fail(
        "player '{}': this zerosum is one static program and cannot load a shared library; that of "
        "the Debian package, or of a build of yours, can",
        spec.text);
}

}  // namespace zerosum

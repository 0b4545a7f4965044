#pragma once
// so:./my_player.so: a player of the user's own, loaded into this process (plugin.h).

#include "players/spec.h"

namespace zerosum {

[[nodiscard]] Result<PlayerPtr> make_plugin(const PlayerSpec& spec);

}  // namespace zerosum

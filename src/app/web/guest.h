#pragma once
// Who has no token, but the link to one game: "/play/GAME?invite=SECRET". The page that it opens
// keeps both in a cookie. A guest gets the page, that game and its rematches, whose secret is the
// same, and nothing that asks an engine for more than the game's own moves.

#include <string>
#include <string_view>

#include "app/web/target.h"

namespace zerosum::web {

// Which game a guest's request is about, and what there is to prove it.
struct GuestAsks {
    std::string game;
    std::string secret;  // empty: a guest may not ask this
};

// The link's own, where the request opens it.
[[nodiscard]] GuestAsks asked_by_link(const Target& target);
// `cookie` is "GAME.SECRET".
[[nodiscard]] GuestAsks asked_by_cookie(std::string_view method, const Target& target,
                                        std::string_view cookie);

}  // namespace zerosum::web

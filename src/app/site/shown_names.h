#pragma once
// What a class site calls its entrants: as the ledger does, or as a roster says.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arena/class/roster.h"
#include "core/result.h"

namespace zerosum::site {

class ShownNames {
 public:
    // Everybody by the ledger's name.
    ShownNames() = default;
    // Entrants called by a name or a nick of the roster, as it stands there or as a player is named
    // after it (display_name), are shown as `names` says.
    ShownNames(const std::vector<Person>& roster, Names names);

    [[nodiscard]] const std::string& of(const std::string& entrant) const;
    // A text of the referee or of a program, in which an entrant's own name may stand, a part of
    // the path of its files, say.
    [[nodiscard]] std::string in(std::string text, const std::string& entrant) const;
    // Entrants that the roster does not have; none when there is no roster.
    [[nodiscard]] std::vector<std::string> strangers(
        const std::vector<std::string>& entrants) const;
    // An error when two would be shown by one name.
    [[nodiscard]] Result<void> check(const std::vector<std::string>& entrants) const;

 private:
    // By the ledger's name.
    std::map<std::string, std::string> shown_;
    std::map<std::string, std::set<std::string>> secret_;  // what is not to be shown
};

}  // namespace zerosum::site

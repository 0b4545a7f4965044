#pragma once
// A class site: a tournament's ranking, a page per entrant and a replay of every game, as files
// that a browser opens without a server and without a network.
//
//   DIR/zerosum-site.txt      says whose folder it is: nothing is written where it is missing
//   DIR/index.html            the page, with site.js, site.css, theme.js and favicon.svg
//   DIR/data/class.js         ranking, ratings over time, entrants
//   DIR/data/players/E.js     the games of entrant E
//   DIR/data/games/S.js       what was played: a few hundred games per file
//
// The data are script files because a page that was opened from a disk may not read others. Files
// are named by numbers, never by what entrants are called. web/src/site_data.ts says what the data
// hold.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/site/shown_names.h"
#include "arena/tournament/ledger.h"
#include "core/result.h"

namespace zerosum::site {

struct Written {
    std::size_t entrants = 0;
    std::size_t games = 0;
    std::size_t files = 0;  // of the whole site
    std::uintmax_t bytes = 0;
    std::size_t changed = 0;             // files that were not there, or with other bytes
    std::size_t removed = 0;             // files that an earlier, longer site had left
    std::size_t unshown = 0;             // games whose record cannot be played again
    std::vector<std::string> strangers;  // entrants that the roster does not have
};

// Whether a site may go there: into a new folder, an empty one, or one that write_site made.
[[nodiscard]] Result<void> check_folder(const std::filesystem::path& folder);

// Writes the site, or brings one that is there up to date: equal ledgers and names give equal
// bytes, and files that hold theirs already are left alone. A kill leaves pages that can be read;
// run again, it is whole.
[[nodiscard]] Result<Written> write_site(const Ledger& ledger, const std::filesystem::path& folder,
                                         const ShownNames& names);

}  // namespace zerosum::site

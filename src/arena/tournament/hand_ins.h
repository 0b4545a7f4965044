#pragma once
// A folder into which hand-ins are put while a tournament runs, each a directory named after its
// entrant. It is looked at again and again: what is new or changed is handed over once it is whole.
//
// A directory that is being copied must not be taken in the middle. It counts as whole when nothing
// in it has changed for a while, and it is compared again after it was copied. Names that begin
// with a dot are left alone: who copies into ".team7" and then renames it is never taken too early.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/units.h"

namespace zerosum {

struct HandIn {
    std::string name;  // the entrant's
    std::filesystem::path directory;
    std::string stamp;  // changes whenever something in the directory does
};

class HandIns {
 public:
    // `settle`: how long nothing may have changed.
    explicit HandIns(std::filesystem::path folder, Seconds settle = Seconds{3})
        : folder_(std::move(folder)), settle_(settle) {}

    // Directories that are whole, and not as they were when they were last accepted, by name.
    // `now`: seconds since 1970.
    [[nodiscard]] std::vector<HandIn> look(Seconds now);

    // Whether the directory is still as it was when it was seen: to be asked after copying it.
    [[nodiscard]] static bool unchanged(const HandIn& seen);
    // Not to be offered again before it changes.
    void accept(const HandIn& seen) { accepted_[seen.name] = seen.stamp; }

 private:
    struct Sighting {
        std::string stamp;
        Seconds since{0};
    };
    std::filesystem::path folder_;
    Seconds settle_;
    std::map<std::string, Sighting> seen_;
    std::map<std::string, std::string> accepted_;
};

}  // namespace zerosum

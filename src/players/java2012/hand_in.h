#pragma once
// A folder with a class that extends Player of the 2012 course: which class it is, and how it is
// compiled with our package of that name and started.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace zerosum::java2012 {

struct HandIn {
    std::string player;  // the class's name, without its package
    std::vector<std::string>
        sources;  // below the folder, without copies of the package's own files
};

// Looks for sources of the package in the folder and below it. Nothing when no class there extends
// Player, be it by way of another; an error when several could be meant, unless `wanted` names one
// of them.
[[nodiscard]] Result<std::optional<HandIn>> find_hand_in(const std::filesystem::path& folder,
                                                         const std::string& wanted = "");

// A class by its name, with or without the package, or by its file.
struct PlacedClass {
    std::filesystem::path folder;  // absolute; empty: a class of the package itself
    HandIn hand_in;
};
// "MyPlayer", "edu.usc.csci561.project2.MyPlayer": MyPlayer.java in the current folder or in
// edu/usc/csci561/project2 below it. "agents/ann/MyPlayer.java": that file. GreedyPlayer and
// RandomPlayer are always those of the package.
[[nodiscard]] Result<PlacedClass> place_class(const std::string& text);

// Run in the folder, where the files of runtime() have been put as well.
[[nodiscard]] std::vector<std::string> build_command(const HandIn& hand_in);
// Stays up for a game and is asked in lines: java_player.h.
[[nodiscard]] std::vector<std::string> run_command(const HandIn& hand_in);

}  // namespace zerosum::java2012

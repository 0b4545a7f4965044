#pragma once
// The Java package edu.usc.csci561.project2 that a player of 2012 is compiled with:
// runtime/java2012, embedded.

#include <span>
#include <string_view>

namespace zerosum::java2012 {

inline constexpr std::string_view kPackage = "edu.usc.csci561.project2";

struct JavaFile {
    std::string_view name;  // "Player.java"
    std::string_view text;
};

[[nodiscard]] std::span<const JavaFile> runtime();

// Whether the package has a file of this name: a hand-in's own copy of it is left out.
[[nodiscard]] bool in_runtime(std::string_view file_name);

}  // namespace zerosum::java2012

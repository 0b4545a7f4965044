#pragma once
// What a Java source file declares, as far as that is needed to find the player in a hand-in.

#include <string>
#include <string_view>
#include <vector>

namespace zerosum::java2012 {

struct JavaClass {
    std::string name;
    std::string extends;  // without its package; empty: nothing is named
    bool abstract = false;
};

struct JavaSource {
    std::string package;  // empty: the unnamed one
    std::vector<JavaClass> classes;
};

// Comments, strings and characters are skipped. Text that is no Java declares what looks like it.
[[nodiscard]] JavaSource read_java(std::string_view text);

}  // namespace zerosum::java2012

# fmt as a static library. Debian has it only as a shared one, and homework, which is started once
# per move, is linked statically: loading shared libraries was half of the price of its start.
# Headers and definitions are those of the package.
add_library(zs_fmt STATIC ${CMAKE_SOURCE_DIR}/cmake/fmt_library.cpp)
target_include_directories(zs_fmt SYSTEM PUBLIC
    $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(zs_fmt PUBLIC
    $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)

# Compiles what a player can lose at most by having to move (src/search/fruit/zugzwang.h) from
# data/fruit/zugzwang.txt into a table. The program that makes it runs during the build.

add_executable(zugzwang_table ${CMAKE_SOURCE_DIR}/cmake/zugzwang_table.cpp)
target_link_libraries(zugzwang_table PRIVATE zs_options)
target_compile_options(zugzwang_table PRIVATE -O2 -fno-sanitize=all)  # it takes seconds as it is
set(zugzwang_file ${CMAKE_SOURCE_DIR}/data/fruit/zugzwang.txt)
set(zugzwang_inc ${CMAKE_BINARY_DIR}/generated/search/fruit/zugzwang.inc)
add_custom_command(
    OUTPUT ${zugzwang_inc}
    COMMAND zugzwang_table ${zugzwang_file} ${zugzwang_inc}
    DEPENDS zugzwang_table ${zugzwang_file}
    VERBATIM)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/search/fruit/zugzwang.cpp
    PROPERTIES OBJECT_DEPENDS ${zugzwang_inc})
target_sources(zs_search PRIVATE ${zugzwang_inc})

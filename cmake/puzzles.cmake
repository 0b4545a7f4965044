# The puzzles of data/puzzles, a file of JSON lines per game, become rows of the table in
# src/arena/puzzle/puzzle_sets.cpp: the game's name and one puzzle. A literal for a whole file would be
# longer than compilers promise to read.

file(GLOB puzzle_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/data/puzzles/*.jsonl)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${puzzle_files})
set(ZS_PUZZLES "")
foreach(file IN LISTS puzzle_files)
    cmake_path(GET file STEM game)
    file(READ ${file} text)
    string(STRIP "${text}" text)
    string(REPLACE "\n" ")puzzle\"},\nRow{\"${game}\", R\"puzzle(" text "${text}")
    string(APPEND ZS_PUZZLES "Row{\"${game}\", R\"puzzle(${text})puzzle\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/arena/puzzle/puzzle_sets.inc CONTENT "@ZS_PUZZLES@" @ONLY)
target_include_directories(zs_arena PRIVATE ${CMAKE_BINARY_DIR}/generated)

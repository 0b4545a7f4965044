# The even boards of data/even, a file per game and a board per line, become rows of the table in
# src/arena/play/even_boards.cpp.

file(GLOB even_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/data/even/*.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${even_files})
set(ZS_EVEN_BOARDS "")
foreach(file IN LISTS even_files)
    cmake_path(GET file STEM game)
    file(STRINGS ${file} lines)
    foreach(line IN LISTS lines)
        if(NOT line MATCHES "^#")
            string(APPEND ZS_EVEN_BOARDS "Row{\"${game}\", \"${line}\"},\n")
        endif()
    endforeach()
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/arena/play/even_boards.inc CONTENT "@ZS_EVEN_BOARDS@" @ONLY)
target_include_directories(zs_arena PRIVATE ${CMAKE_BINARY_DIR}/generated)

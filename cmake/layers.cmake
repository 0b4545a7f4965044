# One static library a folder of src/, in dependency order: a layer links, and so may include,
# only the layers above it. scripts/check_layers.py enforces the same order on #include lines.
#
# Sources are found by pattern: a file added to a folder belongs to that folder's library.

# Of two files there is another, which says that this program cannot do it: no_postgres.cpp for
# -DZEROSUM_POSTGRESQL=OFF, both for the static program of tarball.
set(left_out no_postgres|no_plugin_player)
set(postgresql pqxx)
if(NOT ZEROSUM_POSTGRESQL)
    set(left_out postgres|no_plugin_player)
    set(postgresql "")
endif()

function(zs_layer name)
    cmake_parse_arguments(ARG "" "" "KNOWS;LIBRARIES" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "/src/sandbox/warden/")  # a program of its own: warden.cmake
    list(FILTER sources EXCLUDE REGEX "/(${left_out})\\.cpp$")
    list(TRANSFORM ARG_KNOWS PREPEND zs_)
    add_library(zs_${name} STATIC ${sources})
    target_link_libraries(zs_${name} PUBLIC $<BUILD_INTERFACE:zs_options> ${ARG_LIBRARIES} ${ARG_KNOWS})
    zs_compile_together(zs_${name})
endfunction()

zs_layer(core    LIBRARIES zs_fmt Threads::Threads)
zs_layer(sandbox KNOWS core LIBRARIES seccomp)
include(cmake/warden.cmake)
zs_layer(games   KNOWS core)
zs_layer(search  KNOWS games core)
include(cmake/shares.cmake)
include(cmake/zugzwang.cmake)
zs_layer(players KNOWS search games sandbox core)
include(cmake/java2012.cmake)
zs_layer(arena   KNOWS players search games sandbox core LIBRARIES sqlite3 ${postgresql} archive)
include(cmake/even_boards.cmake)
include(cmake/puzzles.cmake)
# The last layer, app, holds the programs: src/app/CMakeLists.txt.

# Nothing in these is hot: less optimised, they take half the time to build. src/app does the same.
set(ZEROSUM_COOL -O1)
if(ZEROSUM_SANITIZE)
    set(ZEROSUM_COOL -O0)
endif()
foreach(layer sandbox arena)
    target_compile_options(zs_${layer} PRIVATE ${ZEROSUM_COOL})
endforeach()

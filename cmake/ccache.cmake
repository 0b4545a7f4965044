# Compiles through ccache where it is installed, so that a second clone, a second worktree or a
# branch switched back and forth does not compile anything twice.
find_program(CCACHE ccache)
if(CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}                # paths below it count as relative
        CCACHE_NOHASHDIR=1                                # as does the directory of debug symbols
        CCACHE_SLOPPINESS=pch_defines,time_macros         # what precompiled headers need
        ${CCACHE})
endif()

# Compiles the .cpp files of a folder together, a few as one file. Most of what the compiler does for
# a file is to read standard headers and to instantiate them, the same for each: together they take
# a quarter of the time. The preset dev compiles every file alone, which is quicker after a small
# change and shows an include that is missing.
#
# It also lets the compiler inline across the files of the search and of a game's rules, which is
# worth what link-time optimisation was: nodes/s of `bench` within noise, a third of the build time.
#
# The price: names in the anonymous namespaces of a folder's files must differ.
set(ZEROSUM_TOGETHER 10)  # at most: what one change makes the compiler read again

# Whether a file includes the list of games or the list of searchers.
function(zs_sees_all_games source result)
    file(STRINGS ${source} lists REGEX "#include \"(games/all_games|search/all_searchers)\\.h\"")
    set(${result} ${lists} PARENT_SCOPE)
endfunction()

function(zs_compile_together target)
    if(NOT ZEROSUM_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    foreach(source ${sources})
        if(source MATCHES "_(avx2|portable)\\.cpp$")  # one set of functions twice: the same names
            continue()
        endif()
        # Alone, so that what goes with the others is the same without them: tarball and
        # -DZEROSUM_POSTGRESQL=OFF put others in place of the first two, and every change of the page
        # is one of the third.
        if(source MATCHES "/(no_)?(postgres|plugin_player)\\.cpp$" OR source MATCHES "/page/assets\\.cpp$")
            continue()
        endif()
        zs_sees_all_games(${source} alone)  # tests/third_game puts another in its place
        if(alone AND source MATCHES "/src/")
            continue()
        endif()
        cmake_path(GET source PARENT_PATH folder)
        cmake_path(GET folder FILENAME name)
        list(LENGTH before_in_${name} count)
        list(APPEND before_in_${name} ${source})
        math(EXPR part "${count} / ${ZEROSUM_TOGETHER}")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${part})
    endforeach()
endfunction()

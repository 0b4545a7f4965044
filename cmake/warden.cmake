# zerosum-warden: the small process between the referee and a program (src/sandbox/warden/main.cpp).
# Linked statically, without sanitizers, and embedded into zs_sandbox as bytes, so that every program
# that links the library carries it along.

enable_language(ASM)
file(GLOB warden_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/sandbox/warden/*.cpp)
add_executable(zerosum-warden ${warden_sources}
    ${CMAKE_SOURCE_DIR}/src/sandbox/tree.cpp
    ${CMAKE_SOURCE_DIR}/src/sandbox/wire.cpp
    ${CMAKE_SOURCE_DIR}/src/core/cpu_clock.cpp
    ${CMAKE_SOURCE_DIR}/src/core/text.cpp)
target_link_libraries(zerosum-warden PRIVATE zs_options fmt::fmt-header-only)
# In one piece: most of what the compiler does for each of these files is fmt, again and again.
set_target_properties(zerosum-warden PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
target_compile_options(zerosum-warden PRIVATE -O2 -fno-sanitize=all)
target_link_options(zerosum-warden PRIVATE -static -s -fno-sanitize=all)

set_source_files_properties(${CMAKE_SOURCE_DIR}/src/sandbox/warden_image.S PROPERTIES
    COMPILE_DEFINITIONS ZEROSUM_WARDEN_FILE="$<TARGET_FILE:zerosum-warden>"
    OBJECT_DEPENDS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/zerosum-warden)
target_sources(zs_sandbox PRIVATE ${CMAKE_SOURCE_DIR}/src/sandbox/warden_image.S)
add_dependencies(zs_sandbox zerosum-warden)

# zerosum-warden, the small process between the referee and a program, becomes bytes in zs_sandbox, so
# that every program that links the library carries it along.
enable_language(ASM)
add_subdirectory(src/sandbox/warden)
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/sandbox/warden_image.S PROPERTIES
    COMPILE_DEFINITIONS ZEROSUM_WARDEN_FILE="$<TARGET_FILE:zerosum-warden>"
    OBJECT_DEPENDS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/zerosum-warden)
target_sources(zs_sandbox PRIVATE ${CMAKE_SOURCE_DIR}/src/sandbox/warden_image.S)
add_dependencies(zs_sandbox zerosum-warden)

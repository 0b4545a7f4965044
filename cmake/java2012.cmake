# The Java package that players of 2012 are compiled with (runtime/java2012) becomes text in zs_players,
# as rows of the table in src/players/java2012/runtime.cpp.

file(GLOB runtime_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/java2012/*.java)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${runtime_files})
set(ZS_JAVA2012 "")
foreach(file IN LISTS runtime_files)
    file(READ ${file} text)
    cmake_path(GET file FILENAME name)
    string(APPEND ZS_JAVA2012 "JavaFile{\"${name}\", R\"JAVA(${text})JAVA\"},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/players/java2012/runtime.inc
     CONTENT "@ZS_JAVA2012@" @ONLY)
target_include_directories(zs_players PRIVATE ${CMAKE_BINARY_DIR}/generated)

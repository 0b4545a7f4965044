# What `cmake --install` puts where, in two components:
#   programs      bin/, man pages, completions, documentation, examples
#   development   the library of core, games and search, its headers, and zerosumConfig.cmake
# and the packages that cpack makes of them: docs/install.md.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(doc ${CMAKE_INSTALL_DATADIR}/doc/zerosum)
install(TARGETS zerosum homework calibrate COMPONENT programs)
install(DIRECTORY ${ZEROSUM_SHARE}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
install(FILES ${ZEROSUM_SHARE}/bash/zerosum
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT programs)
install(FILES ${ZEROSUM_SHARE}/fish/zerosum.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT programs)
# Debian's zsh looks there below /usr, and in site-functions below /usr/local, as others do.
install(FILES ${ZEROSUM_SHARE}/zsh/_zerosum
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT programs)
install(FILES ${ZEROSUM_SHARE}/zsh/_zerosum
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT programs)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${doc} COMPONENT programs)
install(FILES LICENSE DESTINATION ${doc} RENAME copyright COMPONENT programs)
install(DIRECTORY docs examples DESTINATION ${doc} COMPONENT programs
        PATTERN "__pycache__" EXCLUDE
        REGEX "/autograders/.*/(run_autograder|make_zip|.*\\.sh)$" PERMISSIONS
            OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# ---- The library ----------------------------------------------------------------------------
foreach(layer fmt core games search)
    install(TARGETS zs_${layer} EXPORT zerosum COMPONENT development)
    set_target_properties(zs_${layer} PROPERTIES EXPORT_NAME ${layer} OUTPUT_NAME zerosum_${layer})
endforeach()
target_include_directories(zs_core PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/zerosum>)
target_compile_features(zs_core PUBLIC cxx_std_20)
foreach(layer core games search)
    install(DIRECTORY src/${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/zerosum
            COMPONENT development FILES_MATCHING PATTERN "*.h" PATTERN "zerosum.h" EXCLUDE)
endforeach()
install(FILES src/search/zerosum.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/zerosum COMPONENT development)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/zerosum)
install(EXPORT zerosum NAMESPACE zerosum:: FILE zerosumTargets.cmake DESTINATION ${package}
        COMPONENT development)
configure_package_config_file(cmake/zerosumConfig.cmake.in ${CMAKE_BINARY_DIR}/zerosumConfig.cmake
    INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/zerosumConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/zerosumConfig.cmake ${CMAKE_BINARY_DIR}/zerosumConfigVersion.cmake
        DESTINATION ${package} COMPONENT development)

# ---- Packages -------------------------------------------------------------------------------
set(CPACK_PACKAGE_VENDOR "the zerosum authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "plays, referees and studies two-player board games")
set(CPACK_PACKAGE_DESCRIPTION "The Fruit Rage and Stake & Raid: engines that play them, and an arena
in which programs, people and engines meet under fair rules: matches, tournaments, grading.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL programs development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the zerosum authors <zerosum@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME zerosum)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "bubblewrap, gnuplot-nox, uidmap")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS "default-jdk-headless, g++, make, python3")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libzerosum-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, libexpected-dev")
include(CPack)

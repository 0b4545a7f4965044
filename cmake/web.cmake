# The page of `zerosum serve`: web/ built by npm and vite, then a table of bytes for the compiler.
#
#   web/src ... --(npm ci, vite, web/embed.mjs)--> web/dist/assets.inc --> zs_web_assets
#
# web/dist is shared by all presets and remembers what it was made from, so npm runs only when
# something below web/ changed, and `npm ci` only when package-lock.json did.
# Without -DZEROSUM_WEB=OFF, that is: then the table is empty and npm is not needed.
set(web_assets ${CMAKE_BINARY_DIR}/generated/app/page/page.inc)
if(NOT ZEROSUM_WEB)
    file(CONFIGURE OUTPUT ${web_assets} CONTENT "constexpr std::span<const Asset> embedded_assets;\n")
    add_custom_target(zs_web_assets)
    return()
endif()
find_program(NPM npm)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/src/* ${CMAKE_SOURCE_DIR}/web/public/*)
file(GLOB page_top CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/*.json ${CMAKE_SOURCE_DIR}/web/*.ts
     ${CMAKE_SOURCE_DIR}/web/*.mjs ${CMAKE_SOURCE_DIR}/web/*.html ${CMAKE_SOURCE_DIR}/web/.npmrc)
list(APPEND page_sources ${page_top})
if(NOT NPM AND NOT EXISTS ${CMAKE_SOURCE_DIR}/web/dist/assets.inc)
    message(FATAL_ERROR "The web page needs Node.js 18 or newer and npm, and npm was not found. "
                        "scripts/setup installs them; -DZEROSUM_WEB=OFF leaves the page out.")
endif()

add_custom_command(
    OUTPUT ${web_assets}
    COMMAND ${CMAKE_COMMAND} -D NPM=${NPM} -D WEB=${CMAKE_SOURCE_DIR}/web -D OUTPUT=${web_assets}
            -P ${CMAKE_SOURCE_DIR}/cmake/web_build.cmake
    DEPENDS ${page_sources} ${CMAKE_SOURCE_DIR}/cmake/web_build.cmake
    COMMENT "Building the web page"
    VERBATIM)
add_custom_target(zs_web_assets DEPENDS ${web_assets})

# Run by cmake/web.cmake as a script: makes web/dist/assets.inc when it is out of date, and copies
# it to OUTPUT. What counts is content, not time: a fresh clone, a switched branch and a second
# preset all do the right thing.
file(MAKE_DIRECTORY ${WEB}/dist)
file(LOCK ${WEB}/dist DIRECTORY GUARD PROCESS TIMEOUT 600)

file(GLOB_RECURSE sources ${WEB}/src/* ${WEB}/public/*)
file(GLOB top ${WEB}/*.json ${WEB}/*.ts ${WEB}/*.mjs ${WEB}/*.html ${WEB}/.npmrc)
list(APPEND sources ${top})
list(SORT sources)
set(hashes "")
foreach(source ${sources})
    file(SHA256 ${source} hash)
    file(RELATIVE_PATH name ${WEB} ${source})
    string(APPEND hashes "${hash} ${name}\n")
endforeach()
string(SHA256 wanted "${hashes}")

set(made "")
if(EXISTS ${WEB}/dist/assets.inc AND EXISTS ${WEB}/dist/made-from)
    file(READ ${WEB}/dist/made-from made)
endif()

if(NOT made STREQUAL wanted)
    if(NOT NPM)
        message(FATAL_ERROR "The web page has changed and needs Node.js 18 or newer and npm, and npm "
                            "was not found. scripts/setup installs them.")
    endif()
    file(SHA256 ${WEB}/package-lock.json lock)
    set(installed "")
    if(EXISTS ${WEB}/node_modules/.installed-from)
        file(READ ${WEB}/node_modules/.installed-from installed)
    endif()
    if(NOT installed STREQUAL lock)
        execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
                        WORKING_DIRECTORY ${WEB} RESULT_VARIABLE status)
        if(NOT status EQUAL 0)
            message(FATAL_ERROR "npm ci failed in ${WEB}")
        endif()
        file(WRITE ${WEB}/node_modules/.installed-from ${lock})
    endif()
    execute_process(COMMAND ${NPM} run --silent build WORKING_DIRECTORY ${WEB}
                    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "The web page does not build:\n${output}")
    endif()
    file(WRITE ${WEB}/dist/made-from ${wanted})
endif()

configure_file(${WEB}/dist/assets.inc ${OUTPUT} COPYONLY)
file(TOUCH_NOCREATE ${OUTPUT})

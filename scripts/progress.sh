# shellcheck shell=bash
# A line on the terminal that moves while a quiet command works. To be sourced:
#
#   show_progress WHAT LOG    starts it: WHAT, how long it has taken, and what the end of LOG tells: ninja's
#                             [done/all] as a count with the time left, apt's packages by name
#   end_progress              wipes it off
#
# Nothing is shown where standard error is no terminal.

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# What the log tells, after $2 seconds.
progress_of() {
    local counts finished all package
    counts=$(grep --only-matching --extended-regexp '^\[[0-9]+/[0-9]+\]' "$1" 2>/dev/null | tail -n 1 | tr -d '[]')
    if [ -n "$counts" ]; then
        finished=${counts%/*} all=${counts#*/}
        printf ', %d of %d' "$finished" "$all"
        # Too early, the guess would only be wrong.
        if [ "$2" -ge 5 ] && [ "$finished" -ge 3 ]; then
            printf ', about %s left' "$(clock $(($2 * (all - finished) / finished)))"
        fi
        return
    fi
    package=$(grep --extended-regexp '^(Get:|Unpacking |Setting up )' "$1" 2>/dev/null | tail -n 1 |
        sed --regexp-extended 's/^Get:.* ([^ ]+) (amd64|arm64|all) .*/getting \1/
            s/^Get:.*|getting bookworm.*/getting lists of packages/; s/ \(.*//')
    [ -z "$package" ] || printf ', %.50s' "$package"
}

show_progress() {
    [ -t 2 ] && [ "${TERM:-dumb}" != dumb ] || return 0
    (
        exec 9>&- </dev/null
        begun=$SECONDS
        while sleep 1; do
            passed=$((SECONDS - begun))
            printf '\r\033[K%s: %s%s' "$1" "$(clock $passed)" "$(progress_of "$2" $passed)" >&2
        done
    ) &
    progress_id=$!
}

end_progress() {
    [ -n "${progress_id:-}" ] || return 0
    kill "$progress_id" 2>/dev/null || true
    wait "$progress_id" 2>/dev/null || true
    progress_id=
    printf '\r\033[K' >&2
}

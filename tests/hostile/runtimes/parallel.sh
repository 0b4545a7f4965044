#!/bin/sh
# Pipes, jobs, a trap and a here-document.
caught=0
trap 'caught=7' USR1
kill -USR1 $$
(exit 7) & wait $! || status=$?
sum=$(seq 0 999 | awk '{ s += $1 } END { print s }')
[ "$caught" = "$status" ] && cat <<END
$sum $status
END

#!/usr/bin/env bash
# Adds the parts of a series up, and writes the page of the whole.
#
#     docs/handbook/jobs/merge.sh RESULTS GAME
#
# Ends with 1 if parts are missing: then the same job is sent once more, and plays only those.
set -euo pipefail
results=${1:?names the folder of the results}
game=${2:?names the game}
parts=$(find "$results" -maxdepth 1 -name 'part_*' -type d | sort -V | paste -s -d ,)
code=0
"${HARENA:-harena}" sim "$game" --merge "$parts" --out "$results/whole" || code=$?
"${HARENA:-harena}" report "$results/whole"
exit "$code"

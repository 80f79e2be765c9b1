#!/usr/bin/env bash
# A series on machines one reaches by ssh, with GNU parallel: one part a core, idle cores first.
#
#     docs/handbook/jobs/over_ssh.sh MACHINES PARTS RESULTS GAME --matches 1000000 --seed 2026 ...
#
# MACHINES is a file with a line a machine, as `ssh` understands it (`8/user@host` for eight cores).
# Each needs rsync and `harena` (HARENA names another path). Parts are played over there in a folder
# below `harena_parts`, fetched into RESULTS, and taken away once all are here. The same command once
# more plays the parts that failed. Some parts more than cores keep slow machines from being waited for.
set -euo pipefail
machines=${1:?names the file of machines}
parts=${2:?says how many parts}
results=${3:?names the folder of the results}
shift 3
mkdir -p "$results"
machines=$(realpath "$machines")
there=harena_parts/$(basename "$(realpath "$results")")
cd "$results"
play=$(printf '%q ' "${HARENA:-harena}" --quiet sim "$@" --jobs 1)
seq "$parts" | parallel --sshloginfile "$machines" --workdir "$there" --nice 5 \
	--joblog jobs.log --resume-failed --retries 3 --return part_{} \
	"$play --shard {}/$parts --out part_{} --resume > /dev/null"
parallel --sshloginfile "$machines" --nonall "rm -r $(printf %q "$there")"

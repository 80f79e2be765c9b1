#!/usr/bin/env bash
# A series as a Slurm job array: every task plays one part on one core.
#
#     sbatch --array=1-64 docs/handbook/jobs/slurm.sh RESULTS GAME --matches 1000000 --seed 2026 ...
#
# RESULTS is a folder that all nodes share; what follows is for `harena sim`. Numbers of the array
# begin with 1 and leave none out. A task that is requeued, or an array that is sent once more with
# the same words, goes on where it was.
#SBATCH --job-name=harena
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=12:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
set -euo pipefail

results=${1:?names the folder of the results}
shift
if [ "${SLURM_ARRAY_TASK_MIN:-0}" != 1 ] || [ "$SLURM_ARRAY_TASK_MAX" != "$SLURM_ARRAY_TASK_COUNT" ]; then
	echo "send it as an array of all parts, such as --array=1-64" >&2
	exit 2
fi
part=$SLURM_ARRAY_TASK_ID
parts=$SLURM_ARRAY_TASK_COUNT
mkdir -p "$results"
# The shell is replaced, so that the signal of Slurm reaches the program: it keeps what it has.
exec "${HARENA:-harena}" --quiet sim "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
	--shard "$part/$parts" --out "$results/part_$part" --resume

#!/usr/bin/env bash
# Applies each mutation of this folder to a scratch copy of HEAD and runs chaos seeds against it until
# one is red, 20 at most: a mutation that no seed finds is a gap of the harness. A patch whose first
# line says "found by TEST of MODULE" is for the seeds of that test instead, in its short form.
#
#   test-harness/mutations/mutations.sh [name...]      all by default; SEEDS=1-20 SECONDS_OF_FAULTS=30
set -euo pipefail

folder=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$folder/../.." && pwd)
seeds=${SEEDS:-1-20}
seconds=${SECONDS_OF_FAULTS:-30}
skip=(-Dspotless.check.skip -Derrorprone.skip -Dmdep.analyze.skip)
if [ $# -gt 0 ]; then names=("$@"); else
  mapfile -t names < <(cd "$folder" && ls ./*.patch | sed 's,^\./,,; s,\.patch$,,')
fi

missed=0
echo "| mutation | found by seed | as |"
echo "|---|---|---|"
for name in "${names[@]}"; do
  scratch=$(mktemp -d)
  git -C "$repository" archive HEAD | tar -x -C "$scratch"
  patch -s -p1 -d "$scratch" < "$folder/$name.patch"
  log="$scratch/seeds.log"
  test=
  if read -r test module < <(sed -nE '1s/^found by (\S+) of (\S+)$/\1 \2/p' "$folder/$name.patch"); then
    run=(-pl "$module" -am test "-Dtest=$test" -Dsurefire.failIfNoSpecifiedTests=false)
  else
    run=(-DskipTests -Pchaos "-Dchaos.seeds=$seeds" "-Dchaos.seconds=$seconds")
  fi
  # 0 is the end of all seeds without a red one
  if (cd "$scratch" && ./mvnw -B -ntp "${skip[@]}" "${run[@]}" > "$log" 2>&1); then
    echo "| $name | NOT FOUND | |"
    missed=1
  elif seed=$(grep -m1 -oE '^seed [0-9]+ is red|seed [0-9]+, step' "$log" | grep -oE '[0-9]+'); then
    kinds=$(grep -oE '^(EARLY|LOST|TWICE|WRONG_DELIVERY|ATTEMPT|RESULT|FALSE_OUTCOME|STORED_BUT_GONE|UNANSWERED|DEAD_LETTER|COUNT|CURSOR|SHARED_FATE) ' \
      "$log" | sort -u | tr -d '\n' || true)
    echo "| $name | $seed | $kinds |"
  elif [ -n "${test:-}" ] && grep -qE 'Tests run:.*(Failures|Errors): [1-9]' "$log"; then
    echo "| $name | | failures of $test |"
  else
    # a run that could not be judged finds nothing
    echo "| $name | not judged: $(grep -m1 -E 'failed|ERROR' "$log") | |"
    missed=1
  fi
  rm -rf "$scratch"
done
exit $missed

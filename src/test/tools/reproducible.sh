#!/bin/sh
# Builds the committed state twice, in directories of different names and at different times, and compares the packages.
# Usage: sh src/test/tools/reproducible.sh [maven options, for example -o]
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../../.." && pwd -P)
commit=$(git -C "$root" rev-parse HEAD)
work=$(mktemp -d "${TMPDIR:-/tmp}/reproducible.XXXXXX")
trap 'rm -rf "$work"' EXIT
for name in one another-directory; do
  mkdir "$work/$name"
  git -C "$root" archive "$commit" | tar -x -C "$work/$name"
  [ "$name" = one ] || { sleep 61; find "$work/$name" -type f -exec touch {} +; }
  (cd "$work/$name" && TZ=$([ "$name" = one ] && echo UTC || echo Asia/Tokyo) &&
    export TZ && mvn -B -q "$@" -DskipTests -pl ui,lab -am package) || exit 1
  (cd "$work/$name" && find . -path '*/target/*.jar' ! -name '*-tests.jar' | sort | xargs sha256sum) >"$work/$name.sums"
done
if diff "$work/one.sums" "$work/another-directory.sums"; then
  printf 'proof: reproducible: %s jars are the same, byte for byte\n' "$(wc -l <"$work/one.sums")"
  cat "$work/one.sums"
else
  echo "the packages differ: see above" >&2
  exit 1
fi

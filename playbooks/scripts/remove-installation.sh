#!/bin/sh
# Removes the files of the installations that one step of one run made, whichever of its rounds put them there.
# Exit codes: 0 done, 11 one is still there.
set -eu
DIRECTORY={{directory}}
PREFIX={{prefix}}
[ -d "$DIRECTORY" ] || exit 0
for FILE in "$DIRECTORY/$PREFIX"*; do
  case $FILE in
  *.ins | *.prm | *.ks | *.xml | *.new) rm -f -- "$FILE" ;;
  esac
done
for FILE in "$DIRECTORY/$PREFIX"*; do
  [ ! -e "$FILE" ] || { echo "$FILE is still there"; exit 11; }
done

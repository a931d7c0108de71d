#!/bin/sh
# Puts the files of one installation beside the tree of its release: the document for the installer, the parameters of its kernel, and
# an .ins file that is the release's own in all but the file of parameters, which Linux expects at address 0x10480.
# Exit codes: 0 done, 11 something is not as wanted.
set -eu
# The console and the installer read as others.
umask 022
DIRECTORY={{directory}}
INS={{ins}}
NAME={{name}}
DOCUMENT={{document}}
OWNER={{owner}}
HERE=$(pwd)

stop() {
  echo "$1"
  exit 11
}

[ -d "$DIRECTORY" ] || stop "directory $DIRECTORY is not there"
[ -r "$DIRECTORY/$INS" ] || stop "$DIRECTORY/$INS is not there, or this login may not read it"
if [ -e "$DIRECTORY/$DOCUMENT" ] && ! grep -qF "$OWNER" "$DIRECTORY/$DOCUMENT"; then
  stop "$DIRECTORY/$DOCUMENT is there and not ours"
fi
awk -v parameters="$NAME.prm" '
  $2 ~ /^0[xX]0*10480$/ { $1 = parameters; found = 1 }
  { print }
  END { exit !found }' "$DIRECTORY/$INS" >ins || stop "$DIRECTORY/$INS loads no parameters at 0x10480"
put() {
  cp "$1" "$DIRECTORY/$2.new" && mv "$DIRECTORY/$2.new" "$DIRECTORY/$2" || stop "$DIRECTORY/$2 cannot be written"
}
put "$HERE/document" "$DOCUMENT"
put "$HERE/parameters" "$NAME.prm"
put ins "$NAME.ins"
SUM=$(sha256sum "$DIRECTORY/$DOCUMENT")
echo "sha256 ${SUM%% *}"

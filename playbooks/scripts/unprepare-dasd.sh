#!/bin/sh
# Takes away what prepare-dasd.sh made on this server, by its own record: partitions of volumes that this build partitioned, then
# volumes and aliases go offline for good. A volume keeps its label with our serial number, by which the next build knows it.
# A volume that somebody uses stays, and so does everything after it.
# Exit codes: 0 as it was, 11 something is not as wanted, 13 in use, 14 the login may not use sudo.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
ETC={{etc_dir}}
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-dasd"

if ! grep -qxF "# $OWNER" "$RECORD" 2>/dev/null; then
  echo "nothing of ours is here"
  exit 0
fi
AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi
device() {
  echo "/dev/disk/by-path/ccw-$1"
}
volser() {
  echo "GU$(printf '%s' "${1##*.}" | tr a-f A-F)"
}

sed -n 's/^partition //p' "$RECORD" | while read -r ID; do
  lsdasd "$ID" | grep -q "^$ID " || continue
  FOUND=$($AS_ROOT wipefs -n -i -O TYPE "$(device "$ID")-part1" 2>/dev/null || true)
  [ -z "$FOUND" ] || { echo "volume $ID carries $(printf '%s' "$FOUND" | tr '\n' ' ') and stays"; exit 13; }
  # The first two tracks alone are written anew, with an empty table of contents.
  $AS_ROOT dasdfmt -b 4096 -d cdl -M quick --no-discard -y -l "$(volser "$ID")" "$(device "$ID")" >/dev/null \
    || { echo "volume $ID is in use and stays"; exit 13; }
done
ONLINE=$(sed -n 's/^online //p' "$RECORD" | tr '\n' ',' | sed 's/,$//')
if [ -n "$ONLINE" ]; then
  SAID=$($AS_ROOT chzdev -d dasd-eckd "$ONLINE" 2>&1) || { echo "devices stay online: $(printf '%s\n' "$SAID" | tail -n 1)"; exit 13; }
fi
$AS_ROOT rm -f "$RECORD"
echo "as it was"

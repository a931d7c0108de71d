#!/bin/sh
# Takes away what prepare-asm.sh made on this server, by its own record; what was there before stays. A disk group that holds
# files of a database stays, and so does everything after it.
# Exit codes: 0 as it was, 11 something is not as wanted, 13 in use, 14 the login may not use sudo.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
ETC={{etc_dir}}
GRID_HOME={{grid_home}}
GRID_USER={{grid_user}}
STAGING={{staging}}
ORACLE_USER={{user}}
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-storage"
RULES="$ETC/udev/rules.d/97-gulliver-asm.rules"
ALIASES="$ETC/multipath/conf.d/97-gulliver-oracle.conf"

if ! grep -qxF "# $OWNER" "$RECORD" 2>/dev/null; then
  echo "nothing of ours is here"
  exit 0
fi
AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi
# The directory of the job is the login's own, and nobody else may stand in it.
cd /
as_grid() {
  sudo -n -u "$GRID_USER" env "ORACLE_HOME=$GRID_HOME" ORACLE_SID=+ASM "$@"
}
noted() {
  grep -qxF "$1" "$RECORD" 2>/dev/null
}
group_of() {
  $AS_ROOT env "ORACLE_HOME=$GRID_HOME" "$GRID_HOME/bin/kfed" read "$1" | sed -n 's/^kfdhdb.grpname: *\([A-Za-z0-9_$#]*\) *; .*/\1/p'
}
status_of() {
  $AS_ROOT env "ORACLE_HOME=$GRID_HOME" "$GRID_HOME/bin/kfed" read "$1" | sed -n 's/^kfdhdb.hdrsts:.*\(KFDHDR_[A-Z]*\).*/\1/p'
}

MOUNTED=$(as_grid "$GRID_HOME/bin/asmcmd" lsdg --suppressheader 2>/dev/null | sed -n 's/^MOUNTED .* \([A-Za-z0-9_$#]*\)\/$/\1/p' || true)
for GROUP in $MOUNTED; do
  if ! noted "disk group $GROUP"; then
    ! noted "asm instance" || { echo "disk group $GROUP is not ours, and the ASM instance that mounts it stays"; exit 13; }
    continue
  fi
  # What belongs to the instance itself lies in ASM.
  HOLDS=$(as_grid "$GRID_HOME/bin/asmcmd" ls "+$GROUP" | grep -vx 'ASM/' || true)
  [ -z "$HOLDS" ] || { echo "disk group $GROUP holds $(printf '%s' "$HOLDS" | tr '\n' ' ') and stays"; exit 13; }
done
if noted "asm instance" && [ -n "$MOUNTED" ]; then
  as_grid "$GRID_HOME/bin/asmca" -silent -deleteASM -dropDiskGroups || echo "asmca ended with code $?"
else
  for GROUP in $MOUNTED; do
    ! noted "disk group $GROUP" || as_grid "$GRID_HOME/bin/asmcmd" dropdg -r "$GROUP"
  done
fi
sed -n 's/^disk \([0-9a-f.]*\)$/\1/p' "$RECORD" | while read -r WWID; do
  case $WWID in
    0.0.*) DEVICE="/dev/disk/by-path/ccw-$WWID-part1" ;;
    *) DEVICE="/dev/disk/by-id/dm-uuid-mpath-$WWID" ;;
  esac
  # One that is gone has nothing on it to take away.
  FOUND=$($AS_ROOT wipefs -n -i -O TYPE "$DEVICE" 2>/dev/null || true)
  [ "$FOUND" = oracleasm ] || continue
  STATUS=$(status_of "$DEVICE")
  case $STATUS in
    *FORMER*) $AS_ROOT wipefs -a "$DEVICE" >/dev/null ;;
    *) echo "volume $WWID is a disk of disk group $(group_of "$DEVICE") and stays"; exit 13 ;;
  esac
done
if noted "directory $STAGING" && [ -d "$STAGING" ]; then
  $AS_ROOT rmdir "$STAGING" || echo "$STAGING is not empty"
fi
sed -n 's/^member //p' "$RECORD" | while read -r GROUP; do
  $AS_ROOT gpasswd -d "$ORACLE_USER" "$GROUP" || echo "user $ORACLE_USER is no member of $GROUP any more"
done
if grep -qxF "# $OWNER" "$RULES" 2>/dev/null; then
  $AS_ROOT rm -f "$RULES"
  $AS_ROOT udevadm control --reload-rules
  $AS_ROOT udevadm trigger --subsystem-match=block --action=change
  $AS_ROOT udevadm settle
fi
if grep -qxF "# $OWNER" "$ALIASES" 2>/dev/null; then
  $AS_ROOT rm -f "$ALIASES"
  $AS_ROOT multipathd reconfigure
fi
$AS_ROOT rm -f "$RECORD"
echo "as it was"

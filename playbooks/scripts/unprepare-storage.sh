#!/bin/sh
# Takes away what prepare-storage.sh made on this server, by its own record; what was there before stays.
# A file system that somebody uses stays, and so does everything after it.
# Exit codes: 0 as it was, 11 something is not as wanted, 13 in use, 14 the login may not use sudo.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
ETC={{etc_dir}}
STAGING={{staging}}
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-storage"
FSTAB="$ETC/fstab"
ALIASES="$ETC/multipath/conf.d/97-gulliver-oracle.conf"
TAG=$(printf '%s' "$OWNER" | tr -c 'A-Za-z0-9_+./=-' ':')

if ! grep -qxF "# $OWNER" "$RECORD" 2>/dev/null; then
  echo "nothing of ours is here"
  exit 0
fi
AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi
noted() {
  grep -qxF "$1" "$RECORD" 2>/dev/null
}

# What is in there goes with its volumes; where the staging directory lies elsewhere, files in it keep it.
if noted "directory $STAGING" && [ -d "$STAGING" ]; then
  $AS_ROOT rmdir "$STAGING" || echo "$STAGING is not empty"
fi
sed -n 's/^mount //p' "$RECORD" | while read -r MOUNT UUID; do
  if [ "$(findmnt -n -o UUID -M "$MOUNT" || true)" = "$UUID" ]; then
    $AS_ROOT umount "$MOUNT" || { echo "$MOUNT is in use and stays mounted"; exit 13; }
  fi
  if grep -q "^UUID=$UUID " "$FSTAB"; then
    grep -v "^UUID=$UUID " "$FSTAB" | $AS_ROOT tee "$FSTAB.new" >/dev/null
    $AS_ROOT mv "$FSTAB.new" "$FSTAB"
  fi
  if noted "directory $MOUNT" && [ -d "$MOUNT" ]; then
    $AS_ROOT rmdir "$MOUNT" || echo "$MOUNT is not empty and stays"
  fi
done
sed -n 's/^volume group //p' "$RECORD" | while read -r GROUP; do
  TAGS=$($AS_ROOT vgs --noheadings -o vg_tags "$GROUP" 2>/dev/null | tr -d ' ' || true)
  [ -n "$TAGS" ] || continue
  [ "$TAGS" = "$TAG" ] || { echo "volume group $GROUP is not ours any more ($TAGS)"; exit 11; }
  for VOLUME in $($AS_ROOT lvs --noheadings -o lv_name "$GROUP"); do
    # Else the next logical volume at this place would find it, and not be made.
    $AS_ROOT wipefs -a "/dev/$GROUP/$VOLUME" >/dev/null || { echo "$GROUP/$VOLUME is in use and stays"; exit 13; }
    $AS_ROOT lvremove -y "$GROUP/$VOLUME" || { echo "$GROUP/$VOLUME is in use and stays"; exit 13; }
  done
  $AS_ROOT vgremove "$GROUP"
done
sed -n 's/^physical volume //p' "$RECORD" | while read -r WWID; do
  case $WWID in
    0.0.*) DEVICE="/dev/disk/by-path/ccw-$WWID-part1" ;;
    *) DEVICE="/dev/disk/by-id/dm-uuid-mpath-$WWID" ;;
  esac
  # One that is gone has nothing on it to take away.
  FOUND=$($AS_ROOT wipefs -n -i -O TYPE "$DEVICE" 2>/dev/null || true)
  [ "$FOUND" = LVM2_member ] || continue
  IN=$($AS_ROOT pvs --noheadings -o vg_name "$DEVICE" | tr -d ' ')
  [ -z "$IN" ] || { echo "volume $WWID is in volume group $IN, which is not ours"; exit 11; }
  $AS_ROOT pvremove "$DEVICE"
done
if grep -qxF "# $OWNER" "$ALIASES" 2>/dev/null; then
  $AS_ROOT rm -f "$ALIASES"
  $AS_ROOT multipathd reconfigure
fi
$AS_ROOT rm -f "$RECORD"
echo "as it was"

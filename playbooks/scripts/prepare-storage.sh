#!/bin/sh
# Puts the volumes of this server under LVM and xfs and mounts them: data striped over its volumes, redo logs on volumes of
# their own and not striped, the recovery area striped over its own where it has some. Aliases by WWID, /etc/fstab by UUID.
# Looks before each act, keeps a record of what it made, and checks in the end. A volume that carries anything is never
# formatted, and no program is told to do it by force.
# Exit codes: 0 done, 11 something is not as wanted, 12 a volume cannot be read, 14 the login may not use sudo.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
ETC={{etc_dir}}
DATA={{data}}
REDO={{redo}}
RECOVERY={{recovery}}
DATA_MOUNT={{data_mount}}
REDO_MOUNT={{redo_mount}}
RECOVERY_MOUNT={{recovery_mount}}
STAGING={{staging}}
STRIPE={{stripe_kib}}
ORACLE_USER={{user}}
ORACLE_GROUP={{group}}
[ "$REDO" != none ] || REDO=
[ "$RECOVERY" != none ] || RECOVERY=
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-storage"
FSTAB="$ETC/fstab"
ALIASES="$ETC/multipath/conf.d/97-gulliver-oracle.conf"
TAG=$(printf '%s' "$OWNER" | tr -c 'A-Za-z0-9_+./=-' ':')

AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi

stop() {
  echo "$1"
  exit "${2:-11}"
}
made() {
  grep -qxF "$1" "$RECORD" 2>/dev/null || printf '%s\n' "$1" | $AS_ROOT tee -a "$RECORD" >/dev/null
}
noted() {
  grep -qxF "$1" "$RECORD" 2>/dev/null
}
line() {
  printf '%s' "$1" | tr '\n' ' '
}
# The name that udev gives a multipath device by its WWID, whatever its alias; of an ECKD volume by its bus id its one partition.
device() {
  case ${1#*=} in
    0.0.*) echo "/dev/disk/by-path/ccw-${1#*=}-part1" ;;
    *) echo "/dev/disk/by-id/dm-uuid-mpath-${1#*=}" ;;
  esac
}
# What a device carries, one type a line; nothing on an empty one.
carries() {
  $AS_ROOT wipefs -n -i -O TYPE "$1"
}
group_of() {
  $AS_ROOT pvs --noheadings -o vg_name "$1" | tr -d ' '
}
group_is_there() {
  $AS_ROOT vgs --noheadings -o vg_name "$1" >/dev/null 2>&1
}

# A group that is there is ours and holds every planned volume; else each of them is empty, or ours from an earlier try.
look() {
  GROUP=$1
  shift
  if group_is_there "$GROUP"; then
    [ "$($AS_ROOT vgs --noheadings -o vg_tags "$GROUP" | tr -d ' ')" = "$TAG" ] || stop "volume group $GROUP is there and not ours"
    for ONE in "$@"; do
      IN=$(group_of "$(device "$ONE")") || stop "volume ${ONE%%=*} (${ONE#*=}) is not in volume group $GROUP, which is there already"
      [ "$IN" = "$GROUP" ] || stop "volume ${ONE%%=*} (${ONE#*=}) is in volume group '$IN', wanted $GROUP"
    done
    return
  fi
  for ONE in "$@"; do
    FOUND=$(carries "$(device "$ONE")") || stop "volume ${ONE%%=*} (${ONE#*=}) cannot be read" 12
    [ -n "$FOUND" ] || continue
    if [ "$FOUND" = LVM2_member ] && noted "physical volume ${ONE#*=}" && [ -z "$(group_of "$(device "$ONE")")" ]; then
      continue
    fi
    stop "volume ${ONE%%=*} (${ONE#*=}) carries $(line "$FOUND") already, and is left as it is"
  done
}

lay() {
  GROUP=$1
  VOLUME=$2
  MOUNT=$3
  LAYOUT=$4
  shift 4
  COUNT=$#
  if ! group_is_there "$GROUP"; then
    DEVICES=
    for ONE in "$@"; do
      if [ -z "$(carries "$(device "$ONE")")" ]; then
        made "physical volume ${ONE#*=}"
        $AS_ROOT pvcreate "$(device "$ONE")"
      fi
      DEVICES="$DEVICES $(device "$ONE")"
    done
    made "volume group $GROUP"
    # shellcheck disable=SC2086 # one word a device
    $AS_ROOT vgcreate --addtag "$TAG" "$GROUP" $DEVICES
  fi
  if ! $AS_ROOT lvs --noheadings -o lv_name "$GROUP/$VOLUME" >/dev/null 2>&1; then
    if [ "$LAYOUT" = striped ] && [ "$COUNT" -gt 1 ]; then
      $AS_ROOT lvcreate -n "$VOLUME" -i "$COUNT" -I "${STRIPE}k" -l 100%FREE "$GROUP"
    else
      $AS_ROOT lvcreate -n "$VOLUME" -l 100%FREE "$GROUP"
    fi
  fi
  ON="/dev/$GROUP/$VOLUME"
  FOUND=$(carries "$ON") || stop "$ON cannot be read" 12
  case $FOUND in
    '')
      $AS_ROOT mkfs.xfs -q "$ON"
      # Until udev knows its UUID nothing mounts it by that.
      $AS_ROOT udevadm settle
      ;;
    xfs) ;;
    *) stop "$ON carries $(line "$FOUND"), wanted xfs" ;;
  esac
  UUID=$($AS_ROOT blkid -p -s UUID -o value "$ON")
  [ -n "$UUID" ] || stop "$ON has no UUID"

  NOW=$(findmnt -n -o UUID -M "$MOUNT" || true)
  [ -z "$NOW" ] || [ "$NOW" = "$UUID" ] || stop "another file system ($NOW) is mounted at $MOUNT"
  if [ -z "$NOW" ]; then
    if [ ! -d "$MOUNT" ]; then
      made "directory $MOUNT"
      $AS_ROOT mkdir -p "$MOUNT"
    fi
    [ -z "$($AS_ROOT ls -A "$MOUNT")" ] || stop "$MOUNT holds files that a mount would hide"
  fi
  IN_FSTAB=$($AS_ROOT cat "$FSTAB" | awk -v at="$MOUNT" '$1 !~ /^#/ && $2 == at { print $1 }')
  case $IN_FSTAB in
    "UUID=$UUID") ;;
    '')
      made "mount $MOUNT $UUID"
      echo "UUID=$UUID $MOUNT xfs defaults,noatime 0 0" | $AS_ROOT tee -a "$FSTAB" >/dev/null
      ;;
    *) stop "$FSTAB mounts $(line "$IN_FSTAB") at $MOUNT already" ;;
  esac
  # By /etc/fstab, as the next start does it.
  [ -n "$NOW" ] || $AS_ROOT mount "$MOUNT"
  [ "$(findmnt -n -o UUID -M "$MOUNT" || true)" = "$UUID" ] || stop "$MOUNT is not mounted"
  $AS_ROOT chown "$ORACLE_USER:$ORACLE_GROUP" "$MOUNT"
  echo "mounted: $MOUNT, xfs $UUID on $ON, $COUNT volumes, $LAYOUT"
}

if [ -e "$RECORD" ] && ! noted "# $OWNER"; then
  stop "$RECORD is there and not ours"
fi
if [ -e "$ALIASES" ] && ! grep -qxF "# $OWNER" "$ALIASES"; then
  stop "$ALIASES is there and not ours"
fi
# All of them, before the first is written to.
# shellcheck disable=SC2086 # one word a volume
look oradata $DATA
# shellcheck disable=SC2086
[ -z "$REDO" ] || look oraredo $REDO
# shellcheck disable=SC2086
[ -z "$RECOVERY" ] || look orafra $RECOVERY

made "# $OWNER"
# ECKD volumes have no paths of their own that multipath would know.
LUNS=
for ONE in $DATA $REDO $RECOVERY; do
  case ${ONE#*=} in
    0.0.*) ;;
    *) LUNS="$LUNS $ONE" ;;
  esac
done
ALIASED=$(
  echo "# $OWNER"
  printf 'defaults {\n\tuser_friendly_names no\n}\nmultipaths {\n'
  for ONE in $LUNS; do
    printf '\tmultipath {\n\t\twwid %s\n\t\talias %s\n\t}\n' "${ONE#*=}" "${ONE%%=*}"
  done
  echo '}'
)
if [ -n "$LUNS" ] && [ "$(cat "$ALIASES" 2>/dev/null || true)" != "$ALIASED" ]; then
  made "aliases"
  $AS_ROOT mkdir -p "$ETC/multipath/conf.d"
  printf '%s\n' "$ALIASED" | $AS_ROOT tee "$ALIASES" >/dev/null
  $AS_ROOT multipathd reconfigure
fi
# shellcheck disable=SC2086
lay oradata data "$DATA_MOUNT" striped $DATA
# shellcheck disable=SC2086
[ -z "$REDO" ] || lay oraredo redo "$REDO_MOUNT" linear $REDO
# shellcheck disable=SC2086
[ -z "$RECOVERY" ] || lay orafra fra "$RECOVERY_MOUNT" striped $RECOVERY
# Oracle makes no directory for a redo log.
if [ -n "$REDO" ]; then
  $AS_ROOT mkdir -p "$REDO_MOUNT/redo"
  $AS_ROOT chown "$ORACLE_USER:$ORACLE_GROUP" "$REDO_MOUNT/redo"
fi
if [ -n "$RECOVERY" ]; then
  $AS_ROOT mkdir -p "$RECOVERY_MOUNT/fra"
  $AS_ROOT chown "$ORACLE_USER:$ORACLE_GROUP" "$RECOVERY_MOUNT/fra"
fi
if [ ! -d "$STAGING" ]; then
  made "directory $STAGING"
  $AS_ROOT mkdir -p "$STAGING"
fi
$AS_ROOT chown "$ORACLE_USER:$ORACLE_GROUP" "$STAGING"
echo "storage is ready, staging $STAGING"

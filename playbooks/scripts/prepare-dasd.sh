#!/bin/sh
# Puts the ECKD volumes of this server and their PAV aliases online for good, formats volumes that carry nothing, and makes one
# partition on each. Reads the first track of every volume, with its labels, before it writes to the first one: a volume with a
# foreign label, or with a partition that this build did not make, is left as it is. Keeps a record of what it made.
# Exit codes: 0 done, 11 something is not as wanted, 12 a volume cannot be read, 14 the login may not use sudo.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
ETC={{etc_dir}}
VOLUMES={{volumes}}
ALIASES={{aliases}}
[ "$ALIASES" != none ] || ALIASES=
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-dasd"

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
is_online() {
  printf '%s\n' "$SHOWN" | grep -q "^$1 "
}
listed() {
  printf '%s' "$*" | tr ' ' ','
}
# Devices with commas between them, in one call; what it says of the one that fails is told.
change() {
  SAID=$($AS_ROOT chzdev "$@" 2>&1) || { printf '%s\n' "$SAID" | tail -n 1; return 1; }
}
device() {
  echo "/dev/disk/by-path/ccw-$1"
}
# The serial number that a volume gets here: by it one that a build of ours gave back is known.
volser() {
  echo "GU$(printf '%s' "${1##*.}" | tr a-f A-F)"
}
# Labels on the first track are EBCDIC: VOL1 or another word, and in VOL1 the serial number 4 bytes behind it.
label() {
  $AS_ROOT dd "if=$(device "$1")" bs=65536 count=1 iflag=direct 2>/dev/null | od -An -v -tx1 | tr -d ' \n'
}
as_ebcdic() {
  printf '%s' "$1" | dd conv=ebcdic 2>/dev/null | od -An -v -tx1 | tr -d ' \n'
}

# What a volume carries: "nothing", "ours" (our label), or words about somebody else's label.
carries() {
  RAW=$(label "$1")
  [ -n "$RAW" ] || return 1
  case $RAW in
    *"$(as_ebcdic VOL1)$(as_ebcdic VOL1)$(as_ebcdic "$(volser "$1")")"*) echo ours ;;
    *"$(as_ebcdic VOL1)"*) echo "a label VOL1" ;;
    *"$(as_ebcdic LNX1)"*) echo "a label LNX1 of Linux" ;;
    *"$(as_ebcdic CMS1)"*) echo "a label CMS1 of CMS" ;;
    *) echo nothing ;;
  esac
}

if [ -e "$RECORD" ] && ! noted "# $OWNER"; then
  stop "$RECORD is there and not ours"
fi
# All of them, before anything is written to the first. Tracks are read as they are; that needs the device online for it.
SHOWN=$(lsdasd)
LOOK=
OFF=
for ONE in $VOLUMES; do
  ID=${ONE#*=}
  noted "partition $ID" && continue
  if is_online "$ID"; then
    noted "online $ID" || stop "volume ${ONE%%=*} ($ID) is online here already, and not by this build"
    OFF="$OFF $ID"
  fi
  LOOK="$LOOK $ID"
done
FORMAT=
if [ -n "$LOOK" ]; then
  # shellcheck disable=SC2086 # one word a device
  LOOKED=$(listed $LOOK)
  if [ -n "$OFF" ]; then
    # shellcheck disable=SC2086
    WHY=$(change -a -d dasd-eckd "$(listed $OFF)") || stop "volumes cannot be put offline: $WHY"
  fi
  if ! WHY=$(change -a -e dasd-eckd "$LOOKED" raw_track_access=1); then
    change -a -d dasd-eckd "$LOOKED" >/dev/null || true
    change -a dasd-eckd "$LOOKED" raw_track_access=0 >/dev/null || true
    stop "volumes cannot be put online ($WHY): are they there, and online to z/VM?" 12
  fi
  $AS_ROOT udevadm settle
  FOUND=
  for ID in $LOOK; do
    FOUND="$FOUND$ID $(carries "$ID" || echo unread)
"
  done
  WHY=$(change -a -d dasd-eckd "$LOOKED") || stop "volumes cannot be put offline: $WHY"
  WHY=$(change -a dasd-eckd "$LOOKED" raw_track_access=0) || stop "volumes stay at access to whole tracks: $WHY"
  for ONE in $VOLUMES; do
    ID=${ONE#*=}
    IS=$(printf '%s' "$FOUND" | sed -n "s/^$ID //p")
    case $IS in
      '' | ours) ;;
      nothing) FORMAT="$FORMAT $ID" ;;
      unread) stop "volume ${ONE%%=*} ($ID) cannot be read" 12 ;;
      *) noted "formatted $ID" || stop "volume ${ONE%%=*} ($ID) carries $IS already, and is left as it is" ;;
    esac
  done
fi

made "# $OWNER"
for ID in $ALIASES; do made "online $ID"; done
for ONE in $VOLUMES; do made "online ${ONE#*=}"; done
# Aliases first: dasdfmt is as fast as there are devices to write through.
if [ -n "$ALIASES" ]; then
  # shellcheck disable=SC2086
  WHY=$(change -e dasd-eckd "$(listed $ALIASES)") || stop "PAV aliases cannot be put online ($WHY): are they there, and online to z/VM?"
fi
IDS=
for ONE in $VOLUMES; do IDS="$IDS ${ONE#*=}"; done
# shellcheck disable=SC2086
WHY=$(change -e dasd-eckd "$(listed $IDS)") || stop "volumes cannot be put online: $WHY"
$AS_ROOT udevadm settle
for ONE in $VOLUMES; do
  ID=${ONE#*=}
  noted "partition $ID" && continue
  case " $FORMAT " in
    *" $ID "*)
      made "formatted $ID"
      $AS_ROOT dasdfmt -b 4096 -d cdl -y -l "$(volser "$ID")" "$(device "$ID")" >/dev/null || stop "volume ${ONE%%=*} ($ID) cannot be formatted"
      ;;
  esac
  PARTS=$($AS_ROOT fdasd -s -p "$(device "$ID")" | grep -c "^ */dev/" || true)
  [ "$PARTS" = 0 ] || stop "volume ${ONE%%=*} ($ID) has $PARTS partitions that this build did not make, and is left as it is"
  $AS_ROOT fdasd -s -a -k "$(device "$ID")" >/dev/null || stop "volume ${ONE%%=*} ($ID) cannot be partitioned"
  $AS_ROOT udevadm settle
  made "partition $ID"
done

SEEN=$(lsdasd -u)
SHOWN=$(lsdasd)
for ONE in $VOLUMES; do
  ID=${ONE#*=}
  printf '%s\n' "$SEEN" | grep -q "^$ID  *dasd[a-z]*  *[^ ]" || stop "volume ${ONE%%=*} ($ID) is not online"
  printf '%s\n' "$SHOWN" | grep -q "^$ID  *active .* 4096 " || stop "volume ${ONE%%=*} ($ID) is not active with blocks of 4096 bytes"
  echo "volume: ${ONE%%=*} $ID"
done
COUNT=0
for ID in $ALIASES; do
  printf '%s\n' "$SEEN" | grep -q "^$ID  *alias " || stop "device $ID is to be a PAV alias, and Linux does not see it as one"
  COUNT=$((COUNT + 1))
done
echo "aliases: $COUNT"
echo "ECKD volumes are ready"

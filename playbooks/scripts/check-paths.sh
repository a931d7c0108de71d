#!/bin/sh
# Lists every path to every planned volume as multipathd sees it, reads each and times the reading; changes nothing.
# Says, one a line: map|wwid|name, path|wwid|hctl|device|dm state|device state|host port|array port|checker,
# read|device|seconds, unread|device|why. What they mean is judged elsewhere.
# Exit codes: 0 all were looked at, 12 multipathd does not answer, 14 the login may not use sudo.
set -eu
WWIDS={{wwids}}
MIB={{mib}}
PATIENCE={{patience}}
LC_ALL=C
export LC_ALL

AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi

wanted() {
  case " $WWIDS " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

MAPS=$($AS_ROOT multipathd show maps raw format '%w|%n') || { echo "multipathd does not answer: $MAPS"; exit 12; }
PATHS=$($AS_ROOT multipathd show paths raw format '%w|%i|%d|%t|%o|%R|%r|%T') || { echo "multipathd does not answer: $PATHS"; exit 12; }
printf '%s\n' "$MAPS" | while IFS='|' read -r WWID NAME; do
  if wanted "$WWID"; then echo "map|$WWID|$NAME"; fi
done
printf '%s\n' "$PATHS" | while IFS='|' read -r WWID HCTL DEVICE DM STATE HOST ARRAY CHECKER; do
  wanted "$WWID" || continue
  echo "path|$WWID|$HCTL|$DEVICE|$DM|$STATE|$HOST|$ARRAY|$CHECKER"
  # A dead path blocks until its timers end: nobody waits for it longer than for any other.
  if SAID=$($AS_ROOT timeout "$PATIENCE" dd if="/dev/$DEVICE" of=/dev/null bs=1M count="$MIB" iflag=direct </dev/null 2>&1); then
    echo "read|$DEVICE|$(printf '%s\n' "$SAID" | sed -n 's/^.* copied, \([0-9.e+-]*\) s.*$/\1/p')"
  else
    CODE=$?
    [ "$CODE" != 124 ] || SAID="not read in $PATIENCE s"
    echo "unread|$DEVICE|$(printf '%s\n' "$SAID" | head -n 1)"
  fi
done

#!/bin/sh
# Gives a server that this program prepared another number of huge pages of 1 MB while it runs, now and at its next starts, and
# lets the owner of Oracle's software lock as much. Looks before each act and checks in the end. It keeps in a record of its own
# how many there were, so that WAY=back goes back to them; pages that an instance uses stay.
# The last line says "huge pages N, before M".
# Exit codes: 0 done, 10 memory has no room for so many, 11 something is not as wanted, 14 the login may not use sudo.
set -eu
umask 022
OWNER={{owner}}
PROGRAM={{program}}
WAY={{way}}
PAGES={{huge_pages}}
SIZED={{sized}}
SYSCTL_DIR={{sysctl_dir}}
ETC={{etc_dir}}
ORACLE_USER={{user}}
NAME=97-gulliver-oracle.conf
SETTINGS="$SYSCTL_DIR/$NAME"
LIMITS="$ETC/security/limits.d/$NAME"
RECORD="$SYSCTL_DIR/.gulliver-resized"
LC_ALL=C
export LC_ALL

AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi
pages() {
  sysctl -n vm.nr_hugepages
}
MEMINFO=$(cat /proc/meminfo)
memory() {
  printf '%s\n' "$MEMINFO" | awk -v name="$1:" '$1 == name { print $2; seen = 1 } END { if (!seen) print 0 }'
}
NOW=$(pages)
USED=$(($(memory HugePages_Total) - $(memory HugePages_Free) + $(memory HugePages_Rsvd)))

if [ "$WAY" = back ]; then
  if ! grep -qxF "# $OWNER" "$RECORD" 2>/dev/null; then
    echo "huge pages $NOW, before $NOW"
    exit 0
  fi
  BEFORE=$NOW
  WANTED=$(sed -n 's/^pages \([0-9]*\)$/\1/p' "$RECORD")
  if [ "$WANTED" -lt "$USED" ]; then
    echo "$USED huge pages are used by instances that run and stay; there were $WANTED"
    WANTED=$USED
  fi
else
  case $(sed -n 1p "$SETTINGS" 2>/dev/null) in
    "# Gulliver $PROGRAM/"*) ;;
    *)
      echo "$SETTINGS is not there or not of this program, so this program did not prepare the server and leaves its huge pages alone"
      exit 11
      ;;
  esac
  if ! grep -qxF "# $OWNER" "$RECORD" 2>/dev/null; then
    printf '# %s\npages %s\n' "$OWNER" "$NOW" | $AS_ROOT tee "$RECORD" >/dev/null
  fi
  BEFORE=$(sed -n 's/^pages \([0-9]*\)$/\1/p' "$RECORD")
  WANTED=$PAGES
  if [ "$WANTED" = 0 ]; then
    WANTED=$SIZED
    [ "$WANTED" -gt "$NOW" ] || WANTED=$NOW
  fi
  if [ "$WANTED" -lt "$USED" ]; then
    echo "$USED huge pages are used by instances that run, wanted are $WANTED: make their SGA smaller and restart them first"
    exit 11
  fi
fi
MORE=$((WANTED - NOW))
if [ "$MORE" -gt 0 ] && [ "$MORE" -gt $(($(memory MemAvailable) / 1024)) ]; then
  echo "$MORE more huge pages of 1 MB are wanted, and $(($(memory MemAvailable) / 1024)) MB of memory are available: give it more memory"
  exit 10
fi

if [ "$MORE" != 0 ]; then
  $AS_ROOT sysctl -w "vm.nr_hugepages=$WANTED"
  # Free memory lies in pieces on a server that ran for long: the kernel may move them together.
  TRY=0
  while [ "$(pages)" -lt "$WANTED" ] && [ "$TRY" -lt 3 ]; do
    TRY=$((TRY + 1))
    $AS_ROOT sysctl -w vm.compact_memory=1 || true
    $AS_ROOT sysctl -w "vm.nr_hugepages=$WANTED"
  done
  SEEN=$(pages)
  if [ "$SEEN" -lt "$WANTED" ]; then
    # What is only half of what was wanted helps no instance and is missed by all else.
    $AS_ROOT sysctl -w "vm.nr_hugepages=$NOW"
    echo "the kernel gave $SEEN huge pages of 1 MB, wanted $WANTED; it has its $NOW again"
    exit 10
  fi
fi
# Writes a file of ours anew with a line changed; what is as wanted already is left alone.
rewrite() {
  NEW=$(sed "$2" "$1")
  if [ "$NEW" != "$(cat "$1")" ]; then
    printf '%s\n' "$NEW" | $AS_ROOT tee "$1.new" >/dev/null
    $AS_ROOT mv "$1.new" "$1"
  fi
}
if [ -e "$SETTINGS" ]; then
  rewrite "$SETTINGS" "s/^vm[.]nr_hugepages = .*/vm.nr_hugepages = $WANTED/"
fi
# As prepare-host.sh has it: the whole pool, and 90 % of the memory as Oracle's checker wants with huge pages.
MEMLOCK=$((WANTED * 1024))
MOST=$(($(memory MemTotal) * 9 / 10))
[ "$MEMLOCK" -ge "$MOST" ] || MEMLOCK=$MOST
if grep -q "^# Gulliver " "$LIMITS" 2>/dev/null; then
  rewrite "$LIMITS" "s/^\($ORACLE_USER [a-z]* memlock\) .*/\1 $MEMLOCK/"
fi
[ "$WAY" != back ] || $AS_ROOT rm -f "$RECORD"
echo "huge pages $(pages), before $BEFORE"

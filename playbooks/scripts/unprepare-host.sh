#!/bin/sh
# Takes away what prepare-host.sh made on this server, by its own record; what was there before stays.
# A staging directory with files in it stays: they are somebody's.
# Exit codes: 0 as it was, 14 the login may not use sudo.
set -eu
OWNER={{owner}}
SYSCTL_DIR={{sysctl_dir}}
STAGING={{staging}}
ORACLE_USER={{user}}
SETTINGS="$SYSCTL_DIR/97-gulliver-oracle.conf"
RECORD="$SYSCTL_DIR/.gulliver-made"

TRANSPARENT=/sys/kernel/mm/transparent_hugepage/enabled

if ! grep -qxF "# $OWNER" "$SETTINGS" 2>/dev/null; then
  echo "nothing of ours is here"
  exit 0
fi
AS_ROOT=
if [ "$(id -u)" != 0 ]; then
  AS_ROOT="sudo -n"
  $AS_ROOT true || { echo "user $(id -un) may not use sudo here without a password"; exit 14; }
fi
if grep -qx "directory $STAGING" "$RECORD" 2>/dev/null && [ -d "$STAGING" ]; then
  $AS_ROOT rmdir "$STAGING" || echo "$STAGING is not empty and stays"
fi
if grep -qx "user $ORACLE_USER" "$RECORD" 2>/dev/null && getent passwd "$ORACLE_USER" >/dev/null; then
  $AS_ROOT userdel "$ORACLE_USER"
fi
sed -n 's/^member //p' "$RECORD" | while read -r GROUP; do
  if getent passwd "$ORACLE_USER" >/dev/null; then
    case " $(id -nG "$ORACLE_USER") " in *" $GROUP "*) $AS_ROOT gpasswd -d "$ORACLE_USER" "$GROUP" ;; esac
  fi
done
sed -n 's/^group //p' "$RECORD" | while read -r GROUP; do
  if getent group "$GROUP" >/dev/null; then $AS_ROOT groupdel "$GROUP"; fi
done
sed -n 's/^file //p' "$RECORD" | while read -r FILE; do
  if grep -qxF "# $OWNER" "$FILE" 2>/dev/null; then $AS_ROOT rm -f "$FILE"; fi
done
if grep -q '^file .*/logind.conf.d/' "$RECORD"; then $AS_ROOT systemctl restart systemd-logind; fi
sed -n 's/^service //p' "$RECORD" | while read -r SERVICE; do $AS_ROOT systemctl disable --now "$SERVICE"; done
MODE=$(sed -n 's/^transparent //p' "$RECORD")
[ -z "$MODE" ] || echo "$MODE" | $AS_ROOT tee "$TRANSPARENT" >/dev/null
PAGES=$(sed -n 's/^pages \([0-9]*\)$/\1/p' "$RECORD")
[ -z "$PAGES" ] || $AS_ROOT sysctl -w "vm.nr_hugepages=$PAGES"
$AS_ROOT rm -f "$RECORD" "$SETTINGS" "$SYSCTL_DIR/.gulliver-resized"
echo "as it was"

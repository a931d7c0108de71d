#!/bin/sh
# Takes away what prepare-host.sh made on this server, by its own record; what was there before stays.
# A staging directory with files in it stays: they are somebody's.
set -eu
OWNER={{owner}}
SYSCTL_DIR={{sysctl_dir}}
STAGING={{staging}}
ORACLE_USER={{user}}
ORACLE_GROUP={{group}}
SETTINGS="$SYSCTL_DIR/97-gulliver-oracle.conf"
RECORD="$SYSCTL_DIR/.gulliver-made"

AS_ROOT=
[ "$(id -u)" = 0 ] || AS_ROOT="sudo -n"

if ! grep -qxF "# $OWNER" "$SETTINGS" 2>/dev/null; then
  echo "nothing of ours is here"
  exit 0
fi
if grep -qx "directory $STAGING" "$RECORD" 2>/dev/null && [ -d "$STAGING" ]; then
  $AS_ROOT rmdir "$STAGING" || echo "$STAGING is not empty and stays"
fi
if grep -qx "user $ORACLE_USER" "$RECORD" 2>/dev/null && getent passwd "$ORACLE_USER" >/dev/null; then
  $AS_ROOT userdel "$ORACLE_USER"
fi
if grep -qx "group $ORACLE_GROUP" "$RECORD" 2>/dev/null && getent group "$ORACLE_GROUP" >/dev/null; then
  $AS_ROOT groupdel "$ORACLE_GROUP"
fi
PAGES=$(sed -n 's/^pages \([0-9]*\)$/\1/p' "$RECORD")
[ -z "$PAGES" ] || $AS_ROOT sysctl -w "vm.nr_hugepages=$PAGES"
$AS_ROOT rm -f "$RECORD" "$SETTINGS"
echo "as it was"

#!/bin/sh
# Takes away the home that install-home.sh installed on this server, by its own record; what was there before stays. A home
# from which a database, an ASM instance or a listener runs, or that oratab names, stays, and everything after it.
# Exit codes: 0 as it was, 11 something is not as wanted, 13 in use, 14 the login may not use sudo, 15 a program of Oracle's failed,
# 16 an installation of this home still runs.
set -eu
# What root writes here is read by the login again, whatever umask its site gave it.
umask 022
OWNER={{owner}}
KIND={{kind}}
ETC={{etc_dir}}
OLD_HOME={{oracle_home}}
INVENTORY={{inventory}}
HOME_USER={{user}}
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-home-$KIND"
WORK="$OLD_HOME.gulliver"
XML="$INVENTORY/ContentsXML/inventory.xml"

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
as_owner() {
  sudo -n -u "$HOME_USER" env "ORACLE_HOME=$OLD_HOME" LC_ALL=C "$@"
}
stop() {
  echo "$1"
  exit "${2:-11}"
}
noted() {
  grep -qxF "$1" "$RECORD" 2>/dev/null
}
homes() {
  $AS_ROOT cat "$XML" 2>/dev/null | grep '<HOME ' | grep -v 'REMOVED="T"' || true
}
registered() {
  homes | grep -qF "LOC=\"$OLD_HOME\""
}

if [ -e "$WORK/lock" ]; then
  CODE=0
  as_owner flock -n -E 75 "$WORK/lock" true || CODE=$?
  [ "$CODE" != 75 ] || stop "an installation of $OLD_HOME still runs" 16
fi
USED=$($AS_ROOT cat "$ETC/oratab" 2>/dev/null | awk -F: -v home="$OLD_HOME" '!/^#/ && $2 == home {print $1}' | tr '\n' ' ')
[ -z "$USED" ] || stop "home $OLD_HOME is that of ${USED% } by $ETC/oratab, and stays" 13
for ONE in oracle tnslsnr; do
  if [ -e "$OLD_HOME/bin/$ONE" ] && $AS_ROOT fuser -s "$OLD_HOME/bin/$ONE"; then
    case $ONE in
      oracle) stop "an instance runs from home $OLD_HOME, which stays" 13 ;;
      *) stop "a listener runs from home $OLD_HOME, which stays" 13 ;;
    esac
  fi
done
if noted restart; then
  SAID=$(as_owner "$OLD_HOME/bin/srvctl" status asm 2>&1 || true)
  case $SAID in
    *"ASM is running"* | *"ASM is not running"*) stop "there is an ASM instance in Oracle Restart of home $OLD_HOME, which stays" 13 ;;
  esac
  if [ -x "$OLD_HOME/crs/install/roothas.sh" ]; then
    $AS_ROOT "$OLD_HOME/crs/install/roothas.sh" -deconfig -force || stop "roothas.sh -deconfig ended with code $?" 15
  fi
fi
if registered; then
  as_owner "$OLD_HOME/oui/bin/runInstaller" -silent -waitforcompletion -detachHome "ORACLE_HOME=$OLD_HOME" || true
  ! registered || stop "home $OLD_HOME cannot be taken out of the inventory $INVENTORY" 15
fi
if noted "home $OLD_HOME"; then
  $AS_ROOT rm -rf "$OLD_HOME" "$WORK"
fi
if noted pointer && [ -z "$(homes)" ]; then
  $AS_ROOT rm -f "$ETC/oraInst.loc"
  ! noted "directory $INVENTORY" || $AS_ROOT rm -rf "$INVENTORY"
fi
# Newest first; what somebody else uses by now stays.
sed -n 's/^directory //p' "$RECORD" | sort -r | while read -r MADE; do
  [ ! -d "$MADE" ] || $AS_ROOT rmdir "$MADE" 2>/dev/null || echo "$MADE is not empty and stays"
done
sed -n 's/^member //p' "$RECORD" | while read -r GROUP; do
  $AS_ROOT gpasswd -d "$HOME_USER" "$GROUP" || echo "user $HOME_USER is no member of $GROUP any more"
done
sed -n 's/^user //p' "$RECORD" | while read -r MADE; do
  ! getent passwd "$MADE" >/dev/null || $AS_ROOT userdel "$MADE"
done
sed -n 's/^group //p' "$RECORD" | while read -r MADE; do
  ! getent group "$MADE" >/dev/null || $AS_ROOT groupdel "$MADE"
done
$AS_ROOT rm -f "$RECORD"
echo "as it was"

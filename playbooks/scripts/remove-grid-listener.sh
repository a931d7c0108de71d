#!/bin/sh
# Ends the listener that create-grid-listener.sh made on this server, by its own record, and takes it out of Oracle Restart. One
# that was there before stays.
# Exit codes: 0 as it was, 13 it does not end, 14 the login may not use sudo.
set -eu
OWNER={{owner}}
ETC={{etc_dir}}
GRID_HOME={{grid_home}}
GRID_USER={{grid_user}}
LISTENER={{listener}}
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-listener"

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
  sudo -n -u "$GRID_USER" env "ORACLE_HOME=$GRID_HOME" NLS_LANG=AMERICAN_AMERICA.AL32UTF8 "$@"
}
# Its agent would start again what lsnrctl stops.
if as_grid "$GRID_HOME/bin/srvctl" config listener -listener "$LISTENER" >/dev/null 2>&1; then
  as_grid "$GRID_HOME/bin/srvctl" stop listener -listener "$LISTENER" || true
  as_grid "$GRID_HOME/bin/srvctl" remove listener -listener "$LISTENER" || {
    echo "listener $LISTENER goes on after it was told to stop"
    exit 13
  }
fi
SAID=$(as_grid "$GRID_HOME/bin/lsnrctl" status "$LISTENER" 2>&1 || true)
case $SAID in
  *"The command completed successfully"*)
    echo "listener $LISTENER goes on after it was told to stop"
    exit 13
    ;;
esac
$AS_ROOT rm -f "$RECORD"
echo "as it was"

#!/bin/sh
# Makes the listener of this server from its Grid home, under Oracle Restart, as the owner of that home, and looks that it
# answers on its port. One that answers there already is left as it is.
# Exit codes: 0 done, 11 something is not as wanted, 14 the login may not use sudo.
set -eu
umask 022
OWNER={{owner}}
ETC={{etc_dir}}
GRID_HOME={{grid_home}}
GRID_USER={{grid_user}}
LISTENER={{listener}}
PORT={{port}}
LC_ALL=C
export LC_ALL
RECORD="$ETC/.gulliver-listener"

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
stop() {
  echo "$1"
  exit 11
}
# Whether it answers; SAID is what lsnrctl said.
answers() {
  SAID=$(as_grid "$GRID_HOME/bin/lsnrctl" status "$LISTENER" 2>&1 || true)
  case $SAID in
    *"The command completed successfully"*) return 0 ;;
    *) return 1 ;;
  esac
}
on_its_port() {
  case $SAID in
    *"(PORT=$PORT)"*) ;;
    *) stop "listener $LISTENER answers, and not on port $PORT" ;;
  esac
}

[ -x "$GRID_HOME/bin/srvctl" ] || stop "there is no srvctl in $GRID_HOME/bin"
if answers; then
  on_its_port
  echo "listener $LISTENER answers on port $PORT already"
  exit 0
fi
if [ -e "$RECORD" ]; then
  grep -qxF "# $OWNER" "$RECORD" || stop "$RECORD is there and not ours"
fi
if as_grid "$GRID_HOME/bin/srvctl" config listener -listener "$LISTENER" >/dev/null 2>&1; then
  [ -e "$RECORD" ] || stop "Oracle Restart has a listener $LISTENER, and it does not answer: start it, or take it out there"
else
  echo "# $OWNER" | $AS_ROOT tee "$RECORD" >/dev/null
  as_grid "$GRID_HOME/bin/srvctl" add listener -listener "$LISTENER" -endpoints "TCP:$PORT" -oraclehome "$GRID_HOME"
fi
as_grid "$GRID_HOME/bin/srvctl" start listener -listener "$LISTENER" || echo "srvctl ended with code $?"
answers || stop "listener $LISTENER does not answer: $(printf '%s\n' "$SAID" | grep -m 1 TNS- || echo "see the log")"
on_its_port
echo "listener $LISTENER answers on port $PORT"

#!/bin/sh
# Makes the listener of this server by netca, as the owner of the home, and looks that it answers on its port. One that
# answers there already is left as it is; files of Oracle Net that were there are kept beside what netca makes of them.
# Exit codes: 0 done, 11 something is not as wanted.
set -eu
OWNER={{owner}}
ORACLE_HOME={{oracle_home}}
LISTENER={{listener}}
PORT={{port}}
export ORACLE_HOME
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C

stop() {
  echo "$1"
  exit 11
}
# Whether it answers; SAID is what lsnrctl said.
answers() {
  SAID=$("$ORACLE_HOME/bin/lsnrctl" status "$LISTENER" 2>&1 || true)
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

[ -x "$ORACLE_HOME/bin/netca" ] || stop "there is no netca in $ORACLE_HOME/bin"
# From 21 on a home may be read only, and its files lie elsewhere.
ADMIN=$("$ORACLE_HOME/bin/orabasehome" 2>/dev/null || echo "$ORACLE_HOME")/network/admin
RECORD="$ADMIN/.gulliver-listener"
if answers; then
  on_its_port
  echo "listener $LISTENER answers on port $PORT already"
  exit 0
fi
if [ -e "$RECORD" ]; then
  grep -qxF "# $OWNER" "$RECORD" || stop "$RECORD is there and not ours"
elif grep -qi "^ *$LISTENER *=" "$ADMIN/listener.ora" 2>/dev/null; then
  stop "listener $LISTENER stands in $ADMIN/listener.ora and does not answer: start it, or take it out there"
fi
RELEASE=$("$ORACLE_HOME/bin/sqlplus" -V | sed -n 's/^SQL\*Plus: Release \([0-9]*\.[0-9]*\).*$/\1/p')
case $RELEASE in
  11.2 | 12.1 | 12.2) VERSION=$RELEASE ;;
  18.* | 19.*) VERSION=12.2 ;;
  23.*) VERSION=23.0 ;;
  *) stop "no response file of netca is known for release '$RELEASE': make the listener by hand, then retry" ;;
esac
mkdir -p "$ADMIN"
if [ ! -e "$RECORD" ]; then
  for FILE in listener.ora sqlnet.ora; do
    [ ! -e "$ADMIN/$FILE" ] || cp -p "$ADMIN/$FILE" "$ADMIN/$FILE.before-gulliver"
  done
  echo "# $OWNER" >"$RECORD"
fi
cat >netca.rsp <<RESPONSE_END
[GENERAL]
RESPONSEFILE_VERSION="$VERSION"
CREATE_TYPE="CUSTOM"
[oracle.net.ca]
INSTALLED_COMPONENTS={"server","net8","javavm"}
INSTALL_TYPE=""typical""
LISTENER_NUMBER=1
LISTENER_NAMES={"$LISTENER"}
LISTENER_PROTOCOLS={"TCP;$PORT"}
LISTENER_START=""$LISTENER""
NAMING_METHODS={"TNSNAMES","HOSTNAME"}
RESPONSE_END
"$ORACLE_HOME/bin/netca" -silent -responsefile "$PWD/netca.rsp" || echo "netca ended with code $?"
answers || stop "listener $LISTENER does not answer: $(printf '%s\n' "$SAID" | grep -m 1 TNS- || echo "see the log")"
on_its_port
# As they are now: what somebody changes later is theirs.
for FILE in listener.ora sqlnet.ora; do
  [ ! -e "$ADMIN/$FILE" ] || echo "made $FILE $(cksum <"$ADMIN/$FILE")" >>"$RECORD"
done
echo "listener $LISTENER answers on port $PORT"

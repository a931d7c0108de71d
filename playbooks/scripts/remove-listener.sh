#!/bin/sh
# Ends the listener that create-listener.sh made on this server, by its own record, and puts the files of Oracle Net back as
# they were. One that was there before stays.
# Exit codes: 0 as it was, 13 it does not end.
set -eu
OWNER={{owner}}
ORACLE_HOME={{oracle_home}}
LISTENER={{listener}}
export ORACLE_HOME
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
ADMIN=$("$ORACLE_HOME/bin/orabasehome" 2>/dev/null || echo "$ORACLE_HOME")/network/admin
RECORD="$ADMIN/.gulliver-listener"

if ! grep -qxF "# $OWNER" "$RECORD" 2>/dev/null; then
  echo "nothing of ours is here"
  exit 0
fi
"$ORACLE_HOME/bin/lsnrctl" stop "$LISTENER" || true
SAID=$("$ORACLE_HOME/bin/lsnrctl" status "$LISTENER" 2>&1 || true)
case $SAID in
  *"The command completed successfully"*)
    echo "listener $LISTENER goes on after it was told to stop"
    exit 13
    ;;
esac
for FILE in listener.ora sqlnet.ora; do
  [ -e "$ADMIN/$FILE" ] || continue
  if grep -q "^made $FILE " "$RECORD" && ! grep -qxF "made $FILE $(cksum <"$ADMIN/$FILE")" "$RECORD"; then
    echo "$ADMIN/$FILE was changed since and stays"
  elif [ -e "$ADMIN/$FILE.before-gulliver" ]; then
    mv "$ADMIN/$FILE.before-gulliver" "$ADMIN/$FILE"
  else
    rm -f "$ADMIN/$FILE"
  fi
done
rm -f "$RECORD"
echo "as it was"

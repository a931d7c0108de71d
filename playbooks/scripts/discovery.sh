#!/bin/sh
# Asks one database with the rights of the operating system: run as the owner of Oracle's software. Reads only.
# Its output is the answer. What takes longer than the limit is stopped, and what was answered until then stands.
ORACLE_SID={{oracle_sid}}
ORACLE_HOME={{oracle_home}}
if [ ! -x "$ORACLE_HOME/bin/sqlplus" ]; then
  ORACLE_HOME=$(sed -n "s/^$ORACLE_SID:\([^:]*\):.*/\1/p" /etc/oratab 2>/dev/null | head -n 1)
fi
if [ ! -x "$ORACLE_HOME/bin/sqlplus" ]; then
  echo "SP2-0667: no bin/sqlplus in $ORACLE_HOME nor in the home of $ORACLE_SID in /etc/oratab"
  exit 127
fi
export ORACLE_SID ORACLE_HOME
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
"$ORACLE_HOME/bin/sqlplus" -S / as sysdba @{{script}} &
asked=$!
( sleep {{seconds}}; kill "$asked" 2>/dev/null ) >/dev/null 2>&1 &
watch=$!
wait "$asked"
code=$?
kill "$watch" 2>/dev/null
exit $code

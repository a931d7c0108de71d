#!/bin/sh
# Says of which release an Oracle home is, by its own SQL*Plus, and what is patched into it. Connects to nothing and changes
# nothing. A line "finding: ..." says what a person should see to.
# Exit codes: 0 said, 11 it is no home.
set -eu
ORACLE_HOME={{oracle_home}}
export ORACLE_HOME
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
if [ ! -x "$ORACLE_HOME/bin/sqlplus" ]; then
  echo "there is no sqlplus in $ORACLE_HOME/bin, so it is no home of a database"
  exit 11
fi
"$ORACLE_HOME/bin/sqlplus" -V
if [ -x "$ORACLE_HOME/OPatch/opatch" ]; then
  "$ORACLE_HOME/OPatch/opatch" version || echo "finding: opatch version ended with code $?"
  "$ORACLE_HOME/OPatch/opatch" lspatches || echo "finding: opatch lspatches ended with code $?"
else
  echo "finding: there is no OPatch in $ORACLE_HOME, so nothing says what is patched into it"
fi

#!/bin/sh
# Says how a cluster and one database of it are, by the programs of its two homes. Connects to no database and changes nothing.
# Exit codes: 0 said, whatever it is, 10 the Grid home has no crsctl, 11 the database home has no srvctl.
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
GRID={{grid_home}}
DB={{oracle_home}}
SCAN={{scan}}
SCAN_PORT={{scan_port}}
DATABASE={{database}}
part() { echo "==== gulliver $1"; }
# A program of the Grid home, as long as it may take.
grid() {
  PROGRAM=$GRID/bin/$2
  LIMIT=$1
  shift 2
  ORACLE_HOME=$GRID timeout "$LIMIT" "$PROGRAM" "$@" </dev/null 2>&1
}
srvctl() { ORACLE_HOME=$DB timeout 60 "$DB/bin/srvctl" "$@" </dev/null 2>&1; }
[ -x "$GRID/bin/crsctl" ] || { echo "no crsctl in $GRID/bin, so it is no home of Grid Infrastructure"; exit 10; }
[ -x "$DB/bin/srvctl" ] || { echo "no srvctl in $DB/bin, so it is no home of a database"; exit 11; }
part cluster
grid 60 crsctl check cluster -all
part scan
getent ahostsv4 "$SCAN" | awk '$2 == "STREAM" { print "address " $1 }'
part scan-listeners
grid 60 srvctl status scan_listener
part scan-answers
for ADDRESS in $(getent ahostsv4 "$SCAN" | awk '$2 == "STREAM" { print $1 }'); do
  if grid 10 tnsping "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=$ADDRESS)(PORT=$SCAN_PORT))(CONNECT_DATA=(SERVICE_NAME=$DATABASE)))" | grep -q '^OK '; then
    echo "answers $ADDRESS"
  else
    echo "silent $ADDRESS"
  fi
done
part config
srvctl config database -db "$DATABASE"
part status
srvctl status database -db "$DATABASE"
exit 0

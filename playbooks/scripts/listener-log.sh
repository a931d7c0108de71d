#!/bin/sh
# Prints the connections of a listener's log, the newest 900,000 bytes of them: of the log that lsnrctl names, as text or as
# XML. Reads only.
export LC_ALL=C
home={{oracle_home}}
log={{listener_log}}
ORACLE_HOME=$home
export ORACLE_HOME
[ -f "$log" ] || log=$("$home/bin/lsnrctl" status 2>/dev/null | sed -n 's/^Listener Log File[[:space:]]*//p' | head -n 1)
echo "==== gulliver now $(date -u +%Y-%m-%dT%H:%M:%SZ) $(date +%z)"
[ -f "$log" ] || exit 0
echo "==== gulliver log $log"
grep -e '^<msg time' -e ' [*] establish [*] ' "$log" | tail -c 900000
exit 0

#!/bin/sh
# Prints the connections of a listener's log that name the database, the newest 900,000 bytes of them, and how many there are:
# of the log that lsnrctl names, as text or as XML. Reads only.
export LC_ALL=C
home={{oracle_home}}
log={{listener_log}}
names={{names}}
ORACLE_HOME=$home
export ORACLE_HOME
[ -f "$log" ] || log=$("$home/bin/lsnrctl" status 2>/dev/null | sed -n 's/^Listener Log File[[:space:]]*//p' | head -n 1)
echo "==== gulliver now $(date -u +%Y-%m-%dT%H:%M:%SZ) $(date +%z)"
[ -f "$log" ] || exit 0
echo "==== gulliver log $log"
# Of XML the line before has the time.
awk -v names="$names" '
  BEGIN { n = split(tolower(names), name, " ") }
  /^<msg time/ { head = $0; next }
  / [*] establish [*] / {
    line = tolower($0)
    for (i = 1; i <= n; i++)
      if (index(line, name[i])) {
        if (head != "") print head
        print
        seen++
        break
      }
    head = ""
  }
  END { print "==== gulliver lines " seen + 0 }' "$log" | tail -c 900000
exit 0

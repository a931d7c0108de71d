#!/bin/sh
# Speaks with one database by SQL*Plus of its own home. Standard input: the password, then what is asked. Nothing is written
# on this host. Exit: that of SQL*Plus; 127 no SQL*Plus.
wanted={{oracle_sid}}
homes() {
  # Where the instance runs from (that of a cluster has a number behind its name), then where oratab says.
  ps -eo pid=,args= 2>/dev/null | awk -v w="$wanted" '
    sub(/^ora_pmon_/, "", $NF) && tolower(substr($NF, 1, length(w))) == tolower(w) {
      if (substr($NF, length(w) + 1) ~ /^(_?[0-9][0-9]?)?$/) print $1 }' | while read -r pid; do
    readlink "/proc/$pid/exe" 2>/dev/null | sed -n 's|/bin/oracle$||p'
  done
  cat /etc/oratab /var/opt/oracle/oratab 2>/dev/null | awk -F: -v w="$wanted" '
    /^[^#]/ && tolower($1) == tolower(w) { print $2 }'
}
ORACLE_HOME=$(homes | while read -r home; do
  [ -x "$home/bin/sqlplus" ] && printf '%s\n' "$home" && break
done)
if [ -z "$ORACLE_HOME" ]; then
  echo "SP2-0667: no bin/sqlplus in a home of $wanted in /etc/oratab, nor where an instance of it runs"
  exit 127
fi
unset TWO_TASK SQLPATH ORACLE_PATH NLS_DATE_FORMAT NLS_NUMERIC_CHARACTERS NLS_SORT NLS_COMP
LD_LIBRARY_PATH=$ORACLE_HOME/lib
export ORACLE_HOME LD_LIBRARY_PATH
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
exec "$ORACLE_HOME/bin/sqlplus" -S -L {{logon}}

#!/bin/sh
# Services of one database that Oracle Restart manages: looks, or adds, removes, closes or opens those of services.txt (name,
# enabled or disabled, running or stopped, as they were before, one a line), and prints what srvctl says of them then.
# What srvctl refuses ends nothing: what it says afterwards counts.
# Exit: 0 printed, or nobody has registered the database; 10 no srvctl in that home, 11 srvctl cannot tell.
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LC_ALL=C
what={{what}}
database={{database}}
pluggable={{pluggable}}
ORACLE_HOME={{oracle_home}}
export ORACLE_HOME
part() { echo "==== gulliver $1"; }
srvctl() { timeout 60 "$ORACLE_HOME/bin/srvctl" "$@" </dev/null 2>&1; }
of() { srvctl "$1" service {{of_database}} "$database" {{of_service}} "$2"; }
[ -x "$ORACLE_HOME/bin/srvctl" ] || { echo "no srvctl in $ORACLE_HOME/bin"; exit 10; }
part database
said=$(srvctl config database {{of_database}} "$database") || {
  printf '%s\n' "$said"
  case $said in *PRCD-1120* | *PRCD-01120* | *PRCR-1001* | *PRCR-01001*) part unmanaged; exit 0 ;; esac
  exit 11
}
printf '%s\n' "$said"
part acts
if [ "$what" != look ]; then
  while read -r name enabled running; do
    case "$what $enabled $running" in
      add*)
        if [ "$pluggable" = - ]; then
          of add "$name"
        else
          srvctl add service {{of_database}} "$database" {{of_service}} "$name" -pdb "$pluggable"
        fi
        ;;
      remove*)
        of stop "$name"
        of remove "$name"
        ;;
      close*)
        of stop "$name"
        of disable "$name"
        ;;
      "open disabled stopped") ;;
      open*)
        of enable "$name"
        [ "$running" = stopped ] || of start "$name"
        [ "$enabled" = enabled ] || of disable "$name"
        ;;
    esac
  done <services.txt
fi
part services
srvctl config service {{of_database}} "$database"
part states
srvctl status service {{of_database}} "$database"
exit 0

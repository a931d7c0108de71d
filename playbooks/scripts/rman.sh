#!/bin/sh
# Runs RMAN on the server itself with operating system authentication: no password anywhere.
export ORACLE_HOME={{oracle_home}}
export ORACLE_SID={{sid}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
export NLS_DATE_FORMAT='YYYY-MM-DD HH24:MI:SS'
exec "$ORACLE_HOME/bin/rman" cmdfile={{cmdfile}}

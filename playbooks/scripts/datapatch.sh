#!/bin/sh
# Brings the SQL of the patches of an Oracle home into a database that runs from it: a template's files may be older than the home.
export ORACLE_HOME={{oracle_home}}
export ORACLE_SID={{sid}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
exec "$ORACLE_HOME/OPatch/datapatch" -verbose

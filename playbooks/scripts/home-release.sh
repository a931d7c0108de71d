#!/bin/sh
# Says of which release an Oracle home is, by its own SQL*Plus. Connects to nothing and changes nothing.
export ORACLE_HOME={{oracle_home}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
exec "$ORACLE_HOME/bin/sqlplus" -V

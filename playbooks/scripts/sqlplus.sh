#!/bin/sh
# Runs one script. Standard input: the password.
export ORACLE_HOME={{oracle_home}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
# tnsnames.ora stands beside this script.
export TNS_ADMIN="$PWD"
exec "$ORACLE_HOME/bin/sqlplus" -S -L {{user}}@{{connect}} @{{script}}

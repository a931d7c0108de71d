#!/bin/sh
# Starts the export. The password of the job's owner is the first line of standard input, never an argument.
export ORACLE_HOME={{oracle_home}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
# tnsnames.ora stands beside this script.
export TNS_ADMIN="$PWD"
exec "$ORACLE_HOME/bin/expdp" {{user}}@{{connect}} parfile={{parfile}}

#!/bin/sh
# Attaches to a job that runs in the database and asks how it is. Standard input: the password, then the commands
# (STATUS, STOP_JOB=IMMEDIATE, START_JOB, KILL_JOB, EXIT_CLIENT), each on a line.
export ORACLE_HOME={{oracle_home}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
# tnsnames.ora stands beside this script.
export TNS_ADMIN="$PWD"
exec "$ORACLE_HOME/bin/{{program|response-file}}" {{user}}@{{connect}} attach={{job}}

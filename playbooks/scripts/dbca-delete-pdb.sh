#!/bin/sh
# Deletes a pluggable database that a run created and that is rolled back.
export ORACLE_HOME={{oracle_home}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
exec "$ORACLE_HOME/bin/dbca" -silent -deletePluggableDatabase -sourceDB {{sid}} -pdbName {{pdb}}

#!/bin/sh
# Deletes a pluggable database that a run created and that is rolled back.
export ORACLE_HOME={{oracle_home}}
exec "$ORACLE_HOME/bin/dbca" -silent -deletePluggableDatabase -sourceDB {{sid}} -pdbName {{pdb}}

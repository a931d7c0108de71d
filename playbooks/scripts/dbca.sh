#!/bin/sh
# Creates the target database. Standard input: password of SYS, of SYSTEM, and of the PDB administrator when there is one.
export ORACLE_HOME={{oracle_home}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
exec "$ORACLE_HOME/bin/dbca" -silent -createDatabase -responseFile {{response_file}}

#!/bin/sh
# Creates a pluggable database. Standard input: the password of its administrator.
export ORACLE_HOME={{oracle_home}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
exec "$ORACLE_HOME/bin/dbca" -silent -createPluggableDatabase -sourceDB {{sid}} -pdbName {{pdb}} -createPDBFrom DEFAULT -pdbAdminUserName PDBADMIN

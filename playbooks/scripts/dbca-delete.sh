#!/bin/sh
# Deletes a database that a run created and that is rolled back. Standard input: the password of SYS.
export ORACLE_HOME={{oracle_home}}
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8
export LANG=C LC_ALL=C
exec "$ORACLE_HOME/bin/dbca" -silent -deleteDatabase -sourceDB {{sid}} -sysDBAUserName sys

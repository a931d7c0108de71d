#!/bin/sh
# Says what is patched into an Oracle home by its OPatch, and which of these patches have SQL for databases ("sqlpatch NUMBER").
# Connects to nothing and changes nothing.
export ORACLE_HOME={{oracle_home}}
export LANG=C LC_ALL=C
"$ORACLE_HOME/OPatch/opatch" lspatches || exit 1
for ONE in "$ORACLE_HOME"/sqlpatch/[0-9]*; do
  [ ! -d "$ONE" ] || echo "sqlpatch ${ONE##*/}"
done

/*---
id: made-public-synonyms
about: Public synonyms that somebody made, by the mark that Oracle gives its own
source: "DP10, V09"
kind: query
mutates: false
versions: {min: "12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SYNONYM_NAME, type: string}
---*/
SELECT object_name AS synonym_name FROM dba_objects
WHERE owner = 'PUBLIC' AND object_type = 'SYNONYM' AND oracle_maintained = 'N' ORDER BY object_name

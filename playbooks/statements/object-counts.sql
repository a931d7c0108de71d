/*---
id: object-counts
about: Objects by owner, kind and status, without the recycle bin and what domain indexes made
source: "D47"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: object-counts}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_TYPE, type: string}
  - {name: STATUS, type: string}
  - {name: OBJECTS, type: number}
---*/
SELECT owner, object_type, status, COUNT(*) AS objects FROM dba_objects WHERE INSTR(:owners, ',' || owner || ',') > 0
  AND secondary = 'N' AND object_name NOT LIKE 'BIN$%'
GROUP BY owner, object_type, status ORDER BY owner, object_type, status

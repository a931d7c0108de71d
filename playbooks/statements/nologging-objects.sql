/*---
id: nologging-objects
about: Objects whose changes may bypass the redo
source: "D51"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: nologging-objects}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: KIND, type: string}
  - {name: OBJECTS, type: number}
---*/
SELECT owner, 'TABLE' AS kind, COUNT(*) AS objects FROM dba_tables
WHERE logging = 'NO' AND temporary = 'N' AND INSTR(:owners, ',' || owner || ',') > 0 GROUP BY owner
UNION ALL
SELECT table_owner, 'PARTITION', COUNT(*) FROM dba_tab_partitions
WHERE logging = 'NO' AND INSTR(:owners, ',' || table_owner || ',') > 0 GROUP BY table_owner
UNION ALL
SELECT owner, 'INDEX', COUNT(*) FROM dba_indexes
WHERE logging = 'NO' AND temporary = 'N' AND INSTR(:owners, ',' || owner || ',') > 0 GROUP BY owner
UNION ALL
SELECT owner, 'LOB', COUNT(*) FROM dba_lobs
WHERE logging = 'NO' AND INSTR(:owners, ',' || owner || ',') > 0 GROUP BY owner
ORDER BY 1, 2

/*---
id: made-in-system
about: What somebody made in SYS and SYSTEM, by the mark that Oracle gives its own; code, tables, triggers, and what belongs to no schema
source: "D44"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: made-in-system, cut: true, before: "ORACLE_MAINTAINED of DBA_OBJECTS came with 12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_TYPE, type: string}
  - {name: OBJECT_NAME, type: string}
---*/
SELECT owner, object_type, object_name FROM dba_objects
WHERE owner IN ('SYS', 'SYSTEM') AND oracle_maintained = 'N' AND generated = 'N' AND secondary = 'N' AND temporary = 'N'
ORDER BY owner, object_type, object_name

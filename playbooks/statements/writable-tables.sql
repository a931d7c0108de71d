/*---
id: writable-tables
about: Tables of applications in tablespaces that can be written
source: "G8"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SEGMENT_NAME, type: string}
  - {name: TABLESPACE_NAME, type: string}
---*/
SELECT DISTINCT s.owner, s.segment_name, s.tablespace_name FROM dba_segments s, dba_tablespaces t
WHERE t.tablespace_name = s.tablespace_name AND t.status <> 'READ ONLY' AND s.segment_type LIKE 'TABLE%'
  AND INSTR(:owners, ',' || s.owner || ',') > 0
ORDER BY s.owner, s.segment_name, s.tablespace_name

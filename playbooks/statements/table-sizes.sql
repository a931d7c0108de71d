/*---
id: table-sizes
about: Bytes by table as they are at this moment, which decide how tables are compared and cut, at each watch of a comparison
source: "V03, V04, 4.1"
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
  - {name: BYTES, type: number}
---*/
SELECT owner, segment_name, SUM(bytes) AS bytes FROM dba_segments
WHERE segment_type IN ('TABLE', 'TABLE PARTITION', 'TABLE SUBPARTITION') AND INSTR(:owners, ',' || owner || ',') > 0
GROUP BY owner, segment_name ORDER BY owner, segment_name

/*---
id: application-in-system
about: Segments of applications in administrative tablespaces
source: "D44"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: application-in-system, seconds: 600}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SEGMENT_TYPE, type: string}
  - {name: SEGMENT_NAME, type: string}
  - {name: TABLESPACE_NAME, type: string}
  - {name: BYTES, type: number}
---*/
SELECT owner, segment_type, segment_name, tablespace_name, bytes FROM dba_segments
WHERE tablespace_name IN ('SYSTEM', 'SYSAUX') AND INSTR(:owners, ',' || owner || ',') > 0
ORDER BY owner, segment_name, segment_type

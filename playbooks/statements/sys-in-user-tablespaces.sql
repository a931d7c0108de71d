/*---
id: sys-in-user-tablespaces
about: Segments of SYS in tablespaces of users, such as a moved audit trail
source: "D45"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sys-in-user-tablespaces, seconds: 600, quiet: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SEGMENT_NAME, type: string}
  - {name: SEGMENT_TYPE, type: string}
  - {name: TABLESPACE_NAME, type: string}
  - {name: BYTES, type: number}
---*/
SELECT segment_name, segment_type, tablespace_name, bytes FROM dba_segments
WHERE owner = 'SYS' AND tablespace_name NOT IN ('SYSTEM', 'SYSAUX') AND segment_type NOT LIKE '%UNDO%'
ORDER BY tablespace_name, segment_name, segment_type

/*---
id: audit-segments
about: Where records of the audit trail are kept, and how much
source: "AD12"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SEGMENT_NAME, type: string}
  - {name: BYTES, type: number}
---*/
SELECT owner, segment_name, SUM(bytes) AS bytes FROM dba_segments
WHERE owner IN ('SYS', 'SYSTEM', 'AUDSYS') AND segment_name IN ('AUD$', 'FGA_LOG$', 'AUD$UNIFIED')
GROUP BY owner, segment_name ORDER BY owner, segment_name

/*---
id: largest-segments
about: The fifty largest segments
source: "D14"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: largest-segments, seconds: 600, quiet: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SEGMENT_NAME, type: string}
  - {name: SEGMENT_TYPE, type: string}
  - {name: BYTES, type: number}
---*/
SELECT owner, segment_name, segment_type, bytes
FROM (SELECT owner, segment_name, segment_type, bytes FROM dba_segments ORDER BY bytes DESC)
WHERE ROWNUM <= 50

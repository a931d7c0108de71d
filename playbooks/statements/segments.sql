/*---
id: segments
about: Space by owner, tablespace and kind of segment; never at peak hours
source: "D14"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: segments, seconds: 600, quiet: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLESPACE_NAME, type: string}
  - {name: SEGMENT_TYPE, type: string}
  - {name: SEGMENTS, type: number}
  - {name: BYTES, type: number}
---*/
SELECT owner, tablespace_name, segment_type, COUNT(*) AS segments, SUM(bytes) AS bytes
FROM dba_segments GROUP BY owner, tablespace_name, segment_type
ORDER BY owner, tablespace_name, segment_type

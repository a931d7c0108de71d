/*---
id: lob-segments
about: LOB segments that are not partitioned; one worker loads each
source: "D14"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: lob-segments, seconds: 600, quiet: true}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SEGMENTS, type: number}
  - {name: BYTES, type: number}
  - {name: LARGEST, type: number}
---*/
SELECT owner, COUNT(*) AS segments, SUM(bytes) AS bytes, MAX(bytes) AS largest FROM dba_segments
WHERE segment_type = 'LOBSEGMENT' AND INSTR(:owners, ',' || owner || ',') > 0
GROUP BY owner ORDER BY owner

/*---
id: spanning-objects
about: Partitioned objects over several tablespaces, and how many of those are administrative
source: "D46"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: spanning-objects, seconds: 600}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SEGMENT_NAME, type: string}
  - {name: TABLESPACES, type: number}
  - {name: ADMINISTRATIVE, type: number}
---*/
SELECT owner, segment_name, COUNT(DISTINCT tablespace_name) AS tablespaces,
       COUNT(DISTINCT CASE WHEN tablespace_name IN ('SYSTEM', 'SYSAUX') THEN tablespace_name END) AS administrative
FROM dba_segments WHERE INSTR(:owners, ',' || owner || ',') > 0
GROUP BY owner, segment_name HAVING COUNT(DISTINCT tablespace_name) > 1
ORDER BY owner, segment_name

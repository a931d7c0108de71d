/*---
id: free-space
about: Free bytes inside the data files; used = files - free
source: "D13c"
kind: query
mutates: false
versions: {min: "10.2", max: "10.2"}
discovery: {question: free-space, seconds: 600}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TABLESPACE_NAME, type: string}
  - {name: BYTES, type: number}
---*/
SELECT tablespace_name, SUM(bytes) AS bytes FROM dba_free_space GROUP BY tablespace_name ORDER BY tablespace_name

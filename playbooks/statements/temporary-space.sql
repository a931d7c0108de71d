/*---
id: temporary-space
about: Temporary space by tablespace
source: "D13b"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: temporary-space}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TABLESPACE_NAME, type: string}
  - {name: BYTES, type: number}
---*/
SELECT tablespace_name, SUM(bytes) AS bytes FROM dba_temp_files GROUP BY tablespace_name ORDER BY tablespace_name

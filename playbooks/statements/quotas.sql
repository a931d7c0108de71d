/*---
id: quotas
about: Space that users may take, in tablespaces that are there
source: "D68"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: quotas}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: TABLESPACE_NAME, type: string}
  - {name: USERNAME, type: string}
  - {name: BYTES, type: number}
  - {name: MAX_BYTES, type: number}
---*/
SELECT tablespace_name, username, bytes, max_bytes FROM dba_ts_quotas
WHERE dropped = 'NO' AND INSTR(:owners, ',' || username || ',') > 0 ORDER BY username, tablespace_name

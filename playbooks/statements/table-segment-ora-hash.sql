/*---
id: table-segment-ora-hash
about: Order-free fingerprint of one segment of a table, from one ROWID or key on and below another, where a side is older than 12.1
source: "V04, 4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE, EXECUTE ON DBMS_CRYPTO]
binds: []
slots:
  - {name: text, type: text}
  - {name: table, type: table}
  - {name: segment, type: segment}
columns:
  - {name: ROW_COUNT, type: number}
  - {name: HASH_1, type: number}
  - {name: HASH_2, type: number}
---*/
SELECT COUNT(*) AS row_count,
       SUM(ORA_HASH(row_text, 4294967295, 0)) AS hash_1,
       SUM(ORA_HASH(row_text, 4294967295, 1)) AS hash_2
FROM (SELECT /*+ NO_MERGE */ {{text}} AS row_text FROM {{table}} WHERE {{segment}})

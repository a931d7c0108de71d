/*---
id: table-segment-hash
about: Order-free fingerprint of one segment of a table, from one ROWID or key on and below another
source: "V04, 4.1"
kind: generated
mutates: false
versions: {min: "12.1"}
privileges: [SELECT ANY TABLE, EXECUTE ON DBMS_CRYPTO]
binds: []
slots:
  - {name: row, type: row}
  - {name: table, type: table}
  - {name: segment, type: segment}
columns:
  - {name: ROW_COUNT, type: number}
  - {name: HASH_1, type: number}
  - {name: HASH_2, type: number}
---*/
SELECT COUNT(*) AS row_count,
       SUM(TO_NUMBER(SUBSTR(row_hash, 1, 16), 'XXXXXXXXXXXXXXXX')) AS hash_1,
       SUM(TO_NUMBER(SUBSTR(row_hash, 17, 16), 'XXXXXXXXXXXXXXXX')) AS hash_2
FROM (SELECT RAWTOHEX({{row}}) AS row_hash FROM {{table}} WHERE {{segment}})

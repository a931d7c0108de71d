/*---
id: table-differing-ora-rows
about: Fingerprint of each row of a small key range where a side is older than 12.1, to name the rows that differ
source: "4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE, EXECUTE ON DBMS_CRYPTO]
binds:
  - {name: low, type: number}
  - {name: below, type: number}
slots:
  - {name: text, type: text}
  - {name: table, type: table}
  - {name: key, type: identifier}
columns:
  - {name: ROW_KEY, type: number}
  - {name: ROW_HASH, type: string}
---*/
SELECT row_key,
       TO_CHAR(ORA_HASH(row_text, 4294967295, 0)) || ':' || TO_CHAR(ORA_HASH(row_text, 4294967295, 1)) AS row_hash
FROM (SELECT /*+ NO_MERGE */ {{key}} AS row_key, {{text}} AS row_text FROM {{table}} WHERE {{key}} >= :low AND {{key}} < :below)
ORDER BY row_key

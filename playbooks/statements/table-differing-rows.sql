/*---
id: table-differing-rows
about: Fingerprint of each row of a small key range, to name the rows that differ
source: "4.1"
kind: generated
mutates: false
versions: {min: "12.1"}
privileges: [SELECT ANY TABLE, EXECUTE ON DBMS_CRYPTO]
binds:
  - {name: low, type: number}
  - {name: below, type: number}
slots:
  - {name: row, type: row}
  - {name: table, type: table}
  - {name: key, type: identifier}
columns:
  - {name: ROW_KEY, type: number}
  - {name: ROW_HASH, type: string}
---*/
SELECT {{key}} AS row_key, RAWTOHEX({{row}}) AS row_hash FROM {{table}}
WHERE {{key}} >= :low AND {{key}} < :below ORDER BY {{key}}

/*---
id: table-differing-keys
about: Fingerprint of each row of a small range of a key that is a text, to name the rows that differ
source: "4.1"
kind: generated
mutates: false
versions: {min: "12.1"}
privileges: [SELECT ANY TABLE, EXECUTE ON DBMS_CRYPTO]
binds: []
slots:
  - {name: key, type: identifier}
  - {name: row, type: row}
  - {name: table, type: table}
  - {name: segment, type: segment}
columns:
  - {name: ROW_KEY, type: string}
  - {name: ROW_HASH, type: string}
---*/
SELECT {{key}} AS row_key, RAWTOHEX({{row}}) AS row_hash FROM {{table}} WHERE {{segment}}

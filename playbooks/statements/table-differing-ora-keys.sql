/*---
id: table-differing-ora-keys
about: Fingerprint of each row of a small range of a key that is a text where a side is older than 12.1, to name the rows that differ
source: "4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE, EXECUTE ON DBMS_CRYPTO]
binds: []
slots:
  - {name: key, type: identifier}
  - {name: text, type: text}
  - {name: table, type: table}
  - {name: segment, type: segment}
columns:
  - {name: ROW_KEY, type: string}
  - {name: ROW_HASH, type: string}
---*/
SELECT row_key,
       TO_CHAR(ORA_HASH(row_text, 4294967295, 0)) || ':' || TO_CHAR(ORA_HASH(row_text, 4294967295, 1)) AS row_hash
FROM (SELECT /*+ NO_MERGE */ {{key}} AS row_key, {{text}} AS row_text FROM {{table}} WHERE {{segment}})

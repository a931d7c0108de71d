/*---
id: encrypted-tablespaces
about: Tablespaces kept encrypted
source: "D54"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: encrypted-tablespaces, before: "tablespaces can be encrypted from 11.1 on"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: ENCRYPTIONALG, type: string}
  - {name: ENCRYPTEDTS, type: string}
---*/
SELECT t.name, e.encryptionalg, e.encryptedts FROM v$encrypted_tablespaces e, v$tablespace t WHERE t.ts# = e.ts# ORDER BY t.name

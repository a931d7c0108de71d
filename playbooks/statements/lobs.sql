/*---
id: lobs
about: LOB columns and how they are stored
source: "D56"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: lobs}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: COLUMN_NAME, type: string}
  - {name: SECUREFILE, type: string}
  - {name: ENCRYPT, type: string}
  - {name: COMPRESSION, type: string}
  - {name: DEDUPLICATION, type: string}
  - {name: CACHE, type: string}
  - {name: LOGGING, type: string}
---*/
SELECT owner, table_name, column_name, securefile, encrypt, compression, deduplication, cache, logging
FROM dba_lobs WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name, column_name

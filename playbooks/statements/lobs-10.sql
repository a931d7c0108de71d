/*---
id: lobs-10
about: LOB columns, before SecureFiles
source: "D56"
kind: query
mutates: false
versions: {min: "10.2", max: "10.2"}
discovery: {question: lobs}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: COLUMN_NAME, type: string}
  - {name: CACHE, type: string}
  - {name: LOGGING, type: string}
---*/
SELECT owner, table_name, column_name, cache, logging
FROM dba_lobs WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name, column_name

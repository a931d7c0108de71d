/*---
id: encrypted-columns
about: Columns kept encrypted
source: "D54"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: encrypted-columns}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: COLUMN_NAME, type: string}
  - {name: ENCRYPTION_ALG, type: string}
---*/
SELECT owner, table_name, column_name, encryption_alg FROM dba_encrypted_columns ORDER BY owner, table_name, column_name

/*---
id: external-tables
about: Tables whose rows live in files outside the database
source: "D61"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: external-tables}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: TYPE_NAME, type: string}
  - {name: DEFAULT_DIRECTORY_NAME, type: string}
---*/
SELECT owner, table_name, type_name, default_directory_name FROM dba_external_tables ORDER BY owner, table_name

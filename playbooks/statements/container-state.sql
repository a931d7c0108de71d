/*---
id: container-state
about: Whether the database is a container database
source: "D01b"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: container, before: "container databases came with 12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: CDB, type: string}
  - {name: CON_ID, type: number}
---*/
SELECT cdb, con_id FROM v$database

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
  - {name: CON_NAME, type: string}
---*/
SELECT cdb, con_id, SYS_CONTEXT('USERENV', 'CON_NAME') AS con_name FROM v$database

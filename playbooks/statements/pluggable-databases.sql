/*---
id: pluggable-databases
about: The pluggable databases that this container sees
source: "D01b"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: pluggable-databases, before: "container databases came with 12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: CON_ID, type: number}
  - {name: NAME, type: string}
  - {name: OPEN_MODE, type: string}
  - {name: RESTRICTED, type: string}
  - {name: TOTAL_SIZE, type: number}
---*/
SELECT con_id, name, open_mode, restricted, total_size FROM v$pdbs ORDER BY con_id

/*---
id: sga-parts
about: Parts of the SGA of each instance
source: "D25"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sga-parts}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: NAME, type: string}
  - {name: BYTES, type: number}
  - {name: RESIZEABLE, type: string}
---*/
SELECT inst_id, name, bytes, resizeable FROM gv$sgainfo ORDER BY inst_id, name

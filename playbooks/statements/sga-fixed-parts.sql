/*---
id: sga-fixed-parts
about: Parts of the SGA that belong to no pool
source: "D25"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sga-fixed-parts}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: NAME, type: string}
  - {name: BYTES, type: number}
---*/
SELECT inst_id, name, bytes FROM gv$sgastat WHERE pool IS NULL ORDER BY inst_id, name

/*---
id: components
about: Installed components and whether they are valid
source: "D06"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: components}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: COMP_ID, type: string}
  - {name: COMP_NAME, type: string}
  - {name: VERSION, type: string}
  - {name: STATUS, type: string}
  - {name: SCHEMA, type: string}
---*/
SELECT comp_id, comp_name, version, status, schema FROM dba_registry ORDER BY comp_id

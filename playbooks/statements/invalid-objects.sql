/*---
id: invalid-objects
about: Objects that do not compile
source: "D48"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: invalid-objects}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_TYPE, type: string}
  - {name: OBJECT_NAME, type: string}
---*/
SELECT owner, object_type, object_name FROM dba_objects WHERE status <> 'VALID' ORDER BY owner, object_type, object_name

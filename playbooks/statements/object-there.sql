/*---
id: object-there
about: Whether an object is there, of whatever type; zero or more
source: "DP10, V12"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owner, type: string}
  - {name: object, type: string}
slots: []
columns:
  - {name: OBJECTS, type: number}
---*/
SELECT COUNT(*) AS objects FROM dba_objects WHERE owner = :owner AND object_name = :object

/*---
id: java-objects
about: Java in the database
source: "D65"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: java-objects}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECTS, type: number}
---*/
SELECT owner, COUNT(*) AS objects FROM dba_objects
WHERE object_type LIKE 'JAVA%' AND INSTR(:owners, ',' || owner || ',') > 0 GROUP BY owner ORDER BY owner

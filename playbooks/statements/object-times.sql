/*---
id: object-times
about: Objects of applications and when each was last defined
source: "G8"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: SUBOBJECT_NAME, type: string}
  - {name: OBJECT_TYPE, type: string}
  - {name: LAST_DDL_TIME, type: timestamp}
---*/
SELECT owner, object_name, subobject_name, object_type, last_ddl_time FROM dba_objects
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, object_type, object_name, subobject_name

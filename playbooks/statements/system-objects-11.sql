/*---
id: system-objects-11
about: What lies in SYS and SYSTEM, the newest first, before a mark told what is Oracle's own; a person finds what somebody made there
source: "D44"
kind: query
mutates: false
versions: {min: "10.2", max: "11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_TYPE, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: CREATED, type: timestamp}
---*/
SELECT owner, object_type, object_name, created FROM dba_objects
WHERE owner IN ('SYS', 'SYSTEM') AND generated = 'N' AND secondary = 'N' AND temporary = 'N'
ORDER BY created DESC, owner, object_type, object_name

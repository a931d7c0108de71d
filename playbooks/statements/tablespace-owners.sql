/*---
id: tablespace-owners
about: Who keeps something in which tablespace, administrative ones left out
source: "G8"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TABLESPACE_NAME, type: string}
  - {name: OWNER, type: string}
---*/
SELECT DISTINCT tablespace_name, owner FROM dba_segments
WHERE tablespace_name NOT IN ('SYSTEM', 'SYSAUX') ORDER BY tablespace_name, owner

/*---
id: sys-functions
about: Functions that SYS owns, where a profile finds the one that judges passwords
source: "D68, DP07"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OBJECT_NAME, type: string}
---*/
SELECT object_name FROM dba_objects WHERE owner = 'SYS' AND object_type = 'FUNCTION' ORDER BY object_name

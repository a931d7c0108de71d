/*---
id: patches
about: Patches applied to the dictionary
source: "D07"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: patches}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PATCH_ID, type: number}
  - {name: ACTION, type: string}
  - {name: STATUS, type: string}
  - {name: ACTION_TIME, type: timestamp}
  - {name: DESCRIPTION, type: string}
---*/
SELECT patch_id, action, status, action_time, description FROM dba_registry_sqlpatch ORDER BY action_time

/*---
id: patches-18
about: Patches with the releases they lead from and to
source: "D07"
kind: query
mutates: false
versions: {min: "18"}
discovery: {question: patches}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PATCH_ID, type: number}
  - {name: PATCH_TYPE, type: string}
  - {name: ACTION, type: string}
  - {name: STATUS, type: string}
  - {name: ACTION_TIME, type: timestamp}
  - {name: DESCRIPTION, type: string}
  - {name: SOURCE_VERSION, type: string}
  - {name: TARGET_VERSION, type: string}
---*/
SELECT patch_id, patch_type, action, status, action_time, description, source_version, target_version
FROM dba_registry_sqlpatch ORDER BY action_time

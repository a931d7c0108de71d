/*---
id: patches-10
about: Patch history as it was kept before 12.1
source: "D07"
kind: query
mutates: false
versions: {min: "10.2", max: "11.2"}
discovery: {question: patches, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: ACTION_TIME, type: timestamp}
  - {name: ACTION, type: string}
  - {name: VERSION, type: string}
  - {name: ID, type: number}
  - {name: COMMENTS, type: string}
---*/
SELECT action_time, action, version, id, comments FROM dba_registry_history ORDER BY action_time

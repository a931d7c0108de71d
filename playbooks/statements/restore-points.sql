/*---
id: restore-points
about: Restore points that exist
source: "D19"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: restore-points}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: SCN, type: number}
  - {name: GUARANTEE_FLASHBACK_DATABASE, type: string}
---*/
SELECT name, scn, guarantee_flashback_database FROM v$restore_point ORDER BY name

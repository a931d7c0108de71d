/*---
id: instance-release
about: Release update and edition of each instance
source: "D02"
kind: query
mutates: false
versions: {min: "18"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: INST_ID, type: number}
  - {name: VERSION_FULL, type: string}
  - {name: EDITION, type: string}
---*/
SELECT inst_id, version_full, edition FROM gv$instance ORDER BY inst_id

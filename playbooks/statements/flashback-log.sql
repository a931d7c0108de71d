/*---
id: flashback-log
about: How far back flashback reaches
source: "D19"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: flashback-log}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OLDEST_FLASHBACK_SCN, type: number}
  - {name: RETENTION_TARGET, type: number}
  - {name: FLASHBACK_SIZE, type: number}
---*/
SELECT oldest_flashback_scn, retention_target, flashback_size FROM v$flashback_database_log

/*---
id: standby-logs
about: Redo logs that a standby receives into
source: "D15"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: standby-logs}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: THREAD#, type: number}
  - {name: GROUP#, type: number}
  - {name: BYTES, type: number}
---*/
SELECT thread#, group#, bytes FROM v$standby_log ORDER BY thread#, group#

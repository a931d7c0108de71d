/*---
id: redo-logs
about: Online redo log groups
source: "D15"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: redo-logs}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: THREAD#, type: number}
  - {name: GROUP#, type: number}
  - {name: BYTES, type: number}
  - {name: MEMBERS, type: number}
  - {name: STATUS, type: string}
---*/
SELECT thread#, group#, bytes, members, status FROM v$log ORDER BY thread#, group#

/*---
id: unrecoverable-files
about: Data files that something was loaded into without redo
source: "D51"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: unrecoverable-files}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: FILE#, type: number}
  - {name: UNRECOVERABLE_CHANGE#, type: number}
  - {name: UNRECOVERABLE_TIME, type: timestamp}
---*/
SELECT file#, unrecoverable_change#, unrecoverable_time FROM v$datafile WHERE unrecoverable_change# > 0 ORDER BY file#

/*---
id: block-change-tracking
about: Whether changed blocks are tracked
source: "D21"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: block-change-tracking}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STATUS, type: string}
  - {name: FILENAME, type: string}
  - {name: BYTES, type: number}
---*/
SELECT status, filename, bytes FROM v$block_change_tracking

/*---
id: recycle-bin
about: Dropped objects still kept
source: "D74"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: recycle-bin}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECTS, type: number}
  - {name: BLOCKS, type: number}
---*/
SELECT owner, COUNT(*) AS objects, SUM(space) AS blocks FROM dba_recyclebin GROUP BY owner ORDER BY owner

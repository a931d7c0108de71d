/*---
id: unusable-indexes
about: Indexes that must be rebuilt
source: "D48"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: unusable-indexes}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: INDEX_NAME, type: string}
---*/
SELECT owner, index_name FROM dba_indexes WHERE status = 'UNUSABLE' ORDER BY owner, index_name

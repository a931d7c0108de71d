/*---
id: pending-distributed
about: Distributed transactions in doubt; a quiet source has none
source: "G7"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: pending-distributed}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PENDING, type: number}
---*/
SELECT COUNT(*) AS pending FROM dba_2pc_pending

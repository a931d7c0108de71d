/*---
id: archive-destinations
about: Where redo is archived; a standby shows here
source: "D17"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: archive-destinations}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: DEST_ID, type: number}
  - {name: DEST_NAME, type: string}
  - {name: STATUS, type: string}
  - {name: TARGET, type: string}
  - {name: DESTINATION, type: string}
  - {name: ERROR, type: string}
---*/
SELECT dest_id, dest_name, status, target, destination, error
FROM v$archive_dest WHERE status <> 'INACTIVE' ORDER BY dest_id

/*---
id: datafile-changes
about: When each data file was changed last; LAST_CHANGE# is empty while it can be written
source: "G8"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TABLESPACE_NAME, type: string}
  - {name: FILE#, type: number}
  - {name: ENABLED, type: string}
  - {name: CHECKPOINT_CHANGE#, type: number}
  - {name: LAST_CHANGE#, type: number}
---*/
SELECT f.tablespace_name, d.file#, d.enabled, d.checkpoint_change#, d.last_change#
FROM v$datafile d, dba_data_files f WHERE f.file_id = d.file# ORDER BY d.file#

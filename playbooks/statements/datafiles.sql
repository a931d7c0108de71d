/*---
id: datafiles
about: Data files with size and growth limit
source: "D13b"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: datafiles}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TABLESPACE_NAME, type: string}
  - {name: FILE_ID, type: number}
  - {name: FILE_NAME, type: string}
  - {name: BYTES, type: number}
  - {name: MAXBYTES, type: number}
  - {name: AUTOEXTENSIBLE, type: string}
  - {name: STATUS, type: string}
  - {name: ONLINE_STATUS, type: string}
---*/
SELECT tablespace_name, file_id, file_name, bytes, maxbytes, autoextensible, status, online_status
FROM dba_data_files ORDER BY file_id

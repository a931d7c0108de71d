/*---
id: libraries
about: Libraries of C that the database calls
source: "D65"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: libraries, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: LIBRARY_NAME, type: string}
  - {name: FILE_SPEC, type: string}
  - {name: STATUS, type: string}
---*/
SELECT owner, library_name, file_spec, status FROM dba_libraries
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, library_name

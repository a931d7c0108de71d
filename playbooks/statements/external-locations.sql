/*---
id: external-locations
about: Files that external tables read
source: "D61"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: external-locations, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: LOCATION, type: string}
  - {name: DIRECTORY_NAME, type: string}
---*/
SELECT owner, table_name, location, directory_name FROM dba_external_locations ORDER BY owner, table_name, location

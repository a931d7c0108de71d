/*---
id: dataguard-members-12
about: The databases of the Data Guard configuration and the role of each
source: "D18"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: dataguard-members}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: DB_UNIQUE_NAME, type: string}
  - {name: PARENT_DBUN, type: string}
  - {name: DEST_ROLE, type: string}
---*/
SELECT db_unique_name, parent_dbun, dest_role FROM v$dataguard_config ORDER BY db_unique_name

/*---
id: dataguard-members
about: The databases of the Data Guard configuration, this one among them
source: "D18"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: dataguard-members}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: DB_UNIQUE_NAME, type: string}
---*/
SELECT db_unique_name FROM v$dataguard_config ORDER BY db_unique_name

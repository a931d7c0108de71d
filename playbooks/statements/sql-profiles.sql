/*---
id: sql-profiles
about: Statements whose plans a profile corrects
source: "D73"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sql-profiles}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: STATUS, type: string}
---*/
SELECT name, status FROM dba_sql_profiles ORDER BY name

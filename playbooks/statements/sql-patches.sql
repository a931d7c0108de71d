/*---
id: sql-patches
about: Statements that a patch of hints corrects
source: "D73"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: sql-patches, before: "patches of statements came with 11.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: STATUS, type: string}
---*/
SELECT name, status FROM dba_sql_patches ORDER BY name

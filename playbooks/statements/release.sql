/*---
id: release
about: The release of the instance this session is on
source: "D02"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: VERSION, type: string}
---*/
SELECT version FROM v$instance

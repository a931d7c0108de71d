/*---
id: parameter
about: One parameter as this session sees it
source: "D11"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: name, type: string}
slots: []
columns:
  - {name: NAME, type: string}
  - {name: VALUE, type: string}
---*/
SELECT name, value FROM v$parameter WHERE name = :name

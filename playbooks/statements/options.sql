/*---
id: options
about: Options linked into the program
source: "D04"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: options}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: PARAMETER, type: string}
  - {name: VALUE, type: string}
---*/
SELECT parameter, value FROM v$option ORDER BY parameter

/*---
id: spfile-parameters
about: Parameters set in the server parameter file
source: "D11"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: spfile-parameters, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SID, type: string}
  - {name: NAME, type: string}
  - {name: VALUE, type: string}
---*/
SELECT sid, name, value FROM v$spparameter WHERE isspecified = 'TRUE' ORDER BY name, sid

/*---
id: time-zone-file
about: Version of the daylight saving rules
source: "D10"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: time-zone-file}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: FILENAME, type: string}
  - {name: VERSION, type: number}
---*/
SELECT filename, version FROM v$timezone_file

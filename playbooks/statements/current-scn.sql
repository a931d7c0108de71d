/*---
id: current-scn
about: The SCN of this moment; the export is taken as of it
source: "DP04"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: CURRENT_SCN, type: number}
---*/
SELECT current_scn FROM v$database

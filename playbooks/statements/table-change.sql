/*---
id: table-change
about: How many rows a table has, and the SCN at which a block of it was changed last
source: "G8"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE]
binds: []
slots:
  - {name: table, type: table}
columns:
  - {name: ROW_COUNT, type: number}
  - {name: LAST_CHANGE, type: number}
---*/
SELECT COUNT(*) AS row_count, MAX(ora_rowscn) AS last_change FROM {{table}}

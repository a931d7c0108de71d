/*---
id: table-row-count
about: Rows of one table; statistics are not a count
source: "V03"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE]
binds: []
slots:
  - {name: table, type: table}
columns:
  - {name: ROW_COUNT, type: number}
---*/
SELECT COUNT(*) AS row_count FROM {{table}}

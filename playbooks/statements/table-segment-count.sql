/*---
id: table-segment-count
about: Rows of one segment of a table, from one ROWID or key on and below another
source: "V03, 4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE]
binds: []
slots:
  - {name: table, type: table}
  - {name: segment, type: segment}
columns:
  - {name: ROW_COUNT, type: number}
---*/
SELECT COUNT(*) AS row_count FROM {{table}} WHERE {{segment}}

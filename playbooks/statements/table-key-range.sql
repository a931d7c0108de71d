/*---
id: table-key-range
about: Range of a whole-number key, to cut a table in chunks
source: "4.1"
kind: generated
mutates: false
versions: {min: "10.2"}
privileges: [SELECT ANY TABLE]
binds: []
slots:
  - {name: table, type: table}
  - {name: key, type: identifier}
columns:
  - {name: LOW_KEY, type: number}
  - {name: HIGH_KEY, type: number}
  - {name: ROW_COUNT, type: number}
---*/
SELECT MIN({{key}}) AS low_key, MAX({{key}}) AS high_key, COUNT(*) AS row_count FROM {{table}}

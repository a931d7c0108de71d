/*---
id: table-key-range
about: Smallest and largest whole-number key, each from an end of its index, to cut a table in ranges
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
---*/
SELECT (SELECT MIN({{key}}) FROM {{table}}) AS low_key, (SELECT MAX({{key}}) FROM {{table}}) AS high_key FROM dual

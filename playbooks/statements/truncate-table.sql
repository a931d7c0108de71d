/*---
id: truncate-table
about: Empty a table that was half loaded, before its reload
source: "2.1 (re-run of a half import)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [DROP ANY TABLE]
binds: []
slots:
  - {name: table, type: table}
columns: []
---*/
TRUNCATE TABLE {{table}}

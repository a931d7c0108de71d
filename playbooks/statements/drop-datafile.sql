/*---
id: drop-datafile
about: Takes an empty file away from a tablespace
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
  - {name: file, type: literal}
columns: []
---*/
ALTER TABLESPACE {{tablespace}} DROP DATAFILE {{file}}

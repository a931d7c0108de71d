/*---
id: drop-tablespace
about: Remove a tablespace and its files
source: "DP07 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [DROP TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
columns: []
---*/
DROP TABLESPACE {{tablespace}} INCLUDING CONTENTS AND DATAFILES

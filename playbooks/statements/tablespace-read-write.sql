/*---
id: tablespace-read-write
about: Let a tablespace be written to again
source: "G8 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
columns: []
---*/
ALTER TABLESPACE {{tablespace}} READ WRITE

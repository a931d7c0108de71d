/*---
id: tablespace-read-only
about: Nothing in it can be written; waits for transactions that began before
source: "G8"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
columns: []
---*/
ALTER TABLESPACE {{tablespace}} READ ONLY

/*---
id: resize-tablespace
about: Makes a bigfile tablespace longer
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
  - {name: megabytes, type: number}
columns: []
---*/
ALTER TABLESPACE {{tablespace}} RESIZE {{megabytes}}M

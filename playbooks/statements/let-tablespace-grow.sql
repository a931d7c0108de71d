/*---
id: let-tablespace-grow
about: Lets the file of a bigfile tablespace grow by itself
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
  - {name: next, type: number}
columns: []
---*/
ALTER TABLESPACE {{tablespace}} AUTOEXTEND ON NEXT {{next}}M MAXSIZE UNLIMITED

/*---
id: create-tablespace
about: Tablespace made before the import
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
  - {name: file, type: literal}
  - {name: megabytes, type: number}
  - {name: next, type: number}
columns: []
---*/
CREATE BIGFILE TABLESPACE {{tablespace}} DATAFILE {{file}} SIZE {{megabytes}}M AUTOEXTEND ON NEXT {{next}}M MAXSIZE UNLIMITED

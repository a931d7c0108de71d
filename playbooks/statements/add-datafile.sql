/*---
id: add-datafile
about: One more file of a tablespace of small files
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
  - {name: file, type: literal}
  - {name: megabytes, type: number}
  - {name: next, type: number}
columns: []
---*/
ALTER TABLESPACE {{tablespace}} ADD DATAFILE {{file}} SIZE {{megabytes}}M AUTOEXTEND ON NEXT {{next}}M MAXSIZE UNLIMITED

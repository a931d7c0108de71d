/*---
id: create-temporary-tablespace
about: Temporary tablespace that accounts name
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
CREATE TEMPORARY TABLESPACE {{tablespace}} TEMPFILE {{file}} SIZE {{megabytes}}M AUTOEXTEND ON NEXT {{next}}M MAXSIZE UNLIMITED

/*---
id: add-temporary-file
about: One more file of a temporary tablespace
source: "C04"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER TABLESPACE]
binds: []
slots:
  - {name: tablespace, type: identifier}
  - {name: file, type: literal}
  - {name: megabytes, type: number}
columns: []
---*/
ALTER TABLESPACE {{tablespace}} ADD TEMPFILE {{file}} SIZE {{megabytes}}M

/*---
id: create-restore-point
about: State the target can go back to; needs ARCHIVELOG
source: "C05, G12"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [FLASHBACK ANY TABLE or SYSDBA]
binds: []
slots:
  - {name: name, type: identifier}
columns: []
---*/
CREATE RESTORE POINT {{name}} GUARANTEE FLASHBACK DATABASE

/*---
id: drop-restore-point
about: Give up a restore point and its flashback logs
source: "C99"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [FLASHBACK ANY TABLE or SYSDBA]
binds: []
slots:
  - {name: name, type: identifier}
columns: []
---*/
DROP RESTORE POINT {{name}}

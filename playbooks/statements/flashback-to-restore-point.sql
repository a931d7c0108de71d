/*---
id: flashback-to-restore-point
about: Put the whole database back to a restore point
source: "DP08 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [SYSDBA, database mounted]
binds: []
slots:
  - {name: name, type: identifier}
columns: []
---*/
FLASHBACK DATABASE TO RESTORE POINT {{name}}

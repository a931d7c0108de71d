/*---
id: drop-role
about: Remove a role
source: "DP07 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [DROP ANY ROLE]
binds: []
slots:
  - {name: role, type: identifier}
columns: []
---*/
DROP ROLE {{role}}

/*---
id: drop-profile
about: Remove a profile; who has it gets DEFAULT
source: "DP07 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [DROP PROFILE]
binds: []
slots:
  - {name: profile, type: identifier}
columns: []
---*/
DROP PROFILE {{profile}} CASCADE

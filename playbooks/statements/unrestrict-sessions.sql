/*---
id: unrestrict-sessions
about: Everybody may log on again
source: "DP03 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots: []
columns: []
---*/
ALTER SYSTEM DISABLE RESTRICTED SESSION

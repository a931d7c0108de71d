/*---
id: restrict-sessions
about: Only users with RESTRICTED SESSION may log on from now
source: "DP03"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER SYSTEM]
binds: []
slots: []
columns: []
---*/
ALTER SYSTEM ENABLE RESTRICTED SESSION

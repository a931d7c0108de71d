/*---
id: drop-user
about: Remove a user with all its objects
source: "C06 (undo), DP08 (undo)"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [DROP USER]
binds: []
slots:
  - {name: user, type: identifier}
columns: []
---*/
DROP USER {{user}} CASCADE

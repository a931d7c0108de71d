/*---
id: unlock-account
about: Let a user in again
source: "DP03 (undo), G15"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER USER]
binds: []
slots:
  - {name: user, type: identifier}
columns: []
---*/
ALTER USER {{user}} ACCOUNT UNLOCK

/*---
id: lock-account
about: Keep a user out, over a restart too
source: "DP03, G7"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [ALTER USER]
binds: []
slots:
  - {name: user, type: identifier}
columns: []
---*/
ALTER USER {{user}} ACCOUNT LOCK

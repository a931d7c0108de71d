/*---
id: grant-sys-execute
about: Give back a right on a SYS object, which Data Pump leaves out
source: DP10, R44
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [SYSDBA]
binds: []
slots:
  - {name: object, type: identifier}
  - {name: user, type: identifier}
columns: []
---*/
GRANT EXECUTE ON "SYS".{{object}} TO {{user}}

/*---
id: grant-sys-select
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
GRANT SELECT ON "SYS".{{object}} TO {{user}}

/*---
id: create-role
about: A role that applications use, which no export by schema takes
source: "DP07"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [CREATE ROLE]
binds: []
slots:
  - {name: role, type: identifier}
columns: []
---*/
CREATE ROLE {{role}}

/*---
id: grant-role-admin
about: A role that may be passed on
source: "DP07, V09"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [GRANT ANY ROLE]
binds: []
slots:
  - {name: role, type: identifier}
  - {name: user, type: grantee}
columns: []
---*/
GRANT {{role}} TO {{user}} WITH ADMIN OPTION

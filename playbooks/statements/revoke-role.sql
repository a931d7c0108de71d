/*---
id: revoke-role
about: Take a role back, for who creates one has it with ADMIN OPTION
source: "DP07"
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
REVOKE {{role}} FROM {{user}}

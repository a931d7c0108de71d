/*---
id: grant-role
about: Grant one role, such as DATAPUMP_EXP_FULL_DATABASE
source: "C06"
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
GRANT {{role}} TO {{user}}

/*---
id: grant-privilege
about: A system privilege of a role or of PUBLIC
source: "DP07, V09"
kind: command
mutates: true
versions: {min: "10.2"}
privileges: [GRANT ANY PRIVILEGE]
binds: []
slots:
  - {name: system_privilege, type: word}
  - {name: user, type: grantee}
columns: []
---*/
GRANT {{system_privilege}} TO {{user}}

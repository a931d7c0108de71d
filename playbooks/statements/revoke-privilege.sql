/*---
id: revoke-privilege
about: Take a system privilege back
source: "C06 (undo), C99"
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
REVOKE {{system_privilege}} FROM {{user}}

/*---
id: grant-privilege-admin
about: A system privilege that may be passed on
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
GRANT {{system_privilege}} TO {{user}} WITH ADMIN OPTION

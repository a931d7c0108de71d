/*---
id: grant-on-user
about: A right on an account itself, as INHERIT PRIVILEGES, which lets somebody's code run with its privileges
source: "DP10, V09, Database Security Guide 19c, INHERIT PRIVILEGES"
kind: command
mutates: true
versions: {min: "12.1"}
privileges: [SYSDBA]
binds: []
slots:
  - {name: user_privilege, type: word}
  - {name: account, type: identifier}
  - {name: user, type: grantee}
columns: []
---*/
GRANT {{user_privilege}} ON USER {{account}} TO {{user}}

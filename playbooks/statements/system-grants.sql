/*---
id: system-grants
about: System privileges granted
source: "D67"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: system-grants}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: GRANTEE, type: string}
  - {name: PRIVILEGE, type: string}
  - {name: ADMIN_OPTION, type: string}
---*/
SELECT grantee, privilege, admin_option FROM dba_sys_privs ORDER BY grantee, privilege

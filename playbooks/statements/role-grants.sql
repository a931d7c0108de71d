/*---
id: role-grants
about: Roles granted to users and roles
source: "D67"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: role-grants}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: GRANTEE, type: string}
  - {name: GRANTED_ROLE, type: string}
  - {name: ADMIN_OPTION, type: string}
  - {name: DEFAULT_ROLE, type: string}
---*/
SELECT grantee, granted_role, admin_option, default_role FROM dba_role_privs ORDER BY grantee, granted_role

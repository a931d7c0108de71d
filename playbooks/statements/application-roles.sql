/*---
id: application-roles
about: Roles that are not Oracle's
source: "D67"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: application-roles}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: ROLE, type: string}
  - {name: PASSWORD_REQUIRED, type: string}
---*/
SELECT role, password_required FROM dba_roles WHERE oracle_maintained = 'N' ORDER BY role

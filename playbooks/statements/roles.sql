/*---
id: roles
about: Roles
source: "D67"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: roles}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: ROLE, type: string}
---*/
SELECT role FROM dba_roles ORDER BY role

/*---
id: application-roles-11
about: Roles that are not Oracle's, for releases that do not mark them
source: "D67"
kind: query
mutates: false
versions: {min: "10.2", max: "11.2"}
discovery: {question: application-roles}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: ROLE, type: string}
  - {name: PASSWORD_REQUIRED, type: string}
---*/
SELECT role, password_required FROM dba_roles
WHERE SUBSTR(role, 1, 3) <> 'DV_'
  AND role NOT IN
    {{> oracle-roles-11.txt}}
ORDER BY role

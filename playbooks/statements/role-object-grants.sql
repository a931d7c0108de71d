/*---
id: role-object-grants
about: Grants on objects of SYS to roles that are not Oracle's
source: "D67"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: role-object-grants}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: GRANTEE, type: string}
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: PRIVILEGE, type: string}
  - {name: GRANTABLE, type: string}
---*/
SELECT grantee, owner, table_name, privilege, grantable FROM dba_tab_privs
WHERE owner = 'SYS' AND grantee IN (SELECT role FROM dba_roles WHERE oracle_maintained = 'N')
ORDER BY grantee, table_name, privilege

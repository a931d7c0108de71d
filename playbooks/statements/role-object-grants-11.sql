/*---
id: role-object-grants-11
about: Grants on objects of SYS to roles that are not Oracle's, for releases that do not mark them
source: "D67"
kind: query
mutates: false
versions: {min: "10.2", max: "11.2"}
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
WHERE owner = 'SYS' AND grantee IN (SELECT role FROM dba_roles) AND SUBSTR(grantee, 1, 3) <> 'DV_'
  AND grantee NOT IN
    {{> oracle-roles-11.txt}}
ORDER BY grantee, table_name, privilege

/*---
id: rights-on-objects
about: Rights on objects of applications, whoever holds them
source: "D67, V09"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: GRANTEE, type: string}
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: PRIVILEGE, type: string}
  - {name: GRANTABLE, type: string}
---*/
SELECT grantee, owner, table_name, privilege, grantable FROM dba_tab_privs
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name, grantee, privilege

/*---
id: object-grants
about: Object privileges that the application owners hold, those of SYS objects among them
source: "D67, V09"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: object-grants}
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
WHERE INSTR(:owners, ',' || grantee || ',') > 0 ORDER BY grantee, owner, table_name, privilege

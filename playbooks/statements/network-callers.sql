/*---
id: network-callers
about: Who calls packages that reach the network, in a release that asks nobody for the right to
source: "D69"
kind: query
mutates: false
versions: {min: "10.2", max: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: REFERENCED_NAME, type: string}
---*/
SELECT DISTINCT owner, referenced_name FROM dba_dependencies
WHERE referenced_name IN ('UTL_TCP', 'UTL_SMTP', 'UTL_MAIL', 'UTL_HTTP', 'UTL_INADDR', 'DBMS_LDAP')
  AND INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, referenced_name

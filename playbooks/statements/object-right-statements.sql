/*---
id: object-right-statements
about: The statement that gives each right on an application's object; printed for whoever works by hand, never asked
source: "DP10"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: schemas, type: string}
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'GRANT ' || privilege || ' ON "' || owner || '"."' || table_name || '" TO ' ||
       CASE grantee WHEN 'PUBLIC' THEN 'PUBLIC' ELSE '"' || grantee || '"' END ||
       CASE grantable WHEN 'YES' THEN ' WITH GRANT OPTION;' ELSE ';' END AS statement
FROM dba_tab_privs
WHERE INSTR(:schemas, ',' || owner || ',') > 0 AND SUBSTR(table_name, 1, 4) <> 'BIN$'
ORDER BY owner, table_name, grantee, privilege

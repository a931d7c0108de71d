/*---
id: tablespace-read-only-statements
about: The statements that make each tablespace of applications read only; printed for whoever works by hand, never asked
source: "G8"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: own, type: string}
  - {name: schemas, type: string}
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'ALTER TABLESPACE "' || t.tablespace_name || '" READ ONLY;' AS statement FROM dba_tablespaces t
WHERE t.contents = 'PERMANENT' AND t.status = 'ONLINE' AND t.tablespace_name NOT IN ('SYSTEM', 'SYSAUX', :own)
  AND NOT EXISTS (SELECT 1 FROM dba_segments s WHERE s.tablespace_name = t.tablespace_name
                  AND INSTR(:schemas, ',' || s.owner || ',') = 0)
ORDER BY t.tablespace_name

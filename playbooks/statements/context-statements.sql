/*---
id: context-statements
about: The statements that make each context of applications; printed for whoever works by hand, never asked
source: "DP07"
kind: query
mutates: false
versions: {min: "12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'CREATE OR REPLACE CONTEXT "' || c.namespace || '" USING "' || c.schema || '"."' || c.package || '"' ||
  CASE c.type WHEN 'ACCESSED LOCALLY' THEN ';' ELSE ' ' || c.type || ';' END AS statement
FROM dba_context c
WHERE c.schema IN (SELECT username FROM dba_users WHERE oracle_maintained = 'N') ORDER BY c.namespace

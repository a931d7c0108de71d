/*---
id: password-function-statements
about: Text of the password functions that profiles name; printed for whoever works by hand, never asked
source: "DP07"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT CASE s.line WHEN 1 THEN 'CREATE OR REPLACE ' ELSE '' END || RTRIM(s.text, CHR(10)) ||
       CASE s.line WHEN MAX(s.line) OVER (PARTITION BY s.name) THEN CHR(10) || '/' ELSE '' END AS statement
FROM dba_source s
WHERE s.owner = 'SYS' AND s.type = 'FUNCTION'
  AND s.name IN (SELECT p.limit FROM dba_profiles p WHERE p.resource_name = 'PASSWORD_VERIFY_FUNCTION')
ORDER BY s.name, s.line

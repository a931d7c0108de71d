/*---
id: public-synonym-statements
about: The statement that makes each public synonym of an application's object; printed for whoever works by hand, never asked
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
SELECT 'CREATE PUBLIC SYNONYM "' || synonym_name || '" FOR "' || table_owner || '"."' || table_name || '";' AS statement
FROM dba_synonyms
WHERE owner = 'PUBLIC' AND db_link IS NULL AND INSTR(:schemas, ',' || table_owner || ',') > 0
ORDER BY synonym_name

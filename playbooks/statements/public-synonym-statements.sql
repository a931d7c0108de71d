/*---
id: public-synonym-statements
about: The statement that makes each public synonym of an application's object or over a link; printed for whoever works by hand, never asked
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
SELECT 'CREATE PUBLIC SYNONYM "' || synonym_name || '" FOR ' ||
       CASE WHEN table_owner IS NULL THEN '' ELSE '"' || table_owner || '".' END || '"' || table_name || '"' ||
       CASE WHEN db_link IS NULL THEN '' ELSE '@"' || db_link || '"' END || ';' AS statement
FROM dba_synonyms
WHERE owner = 'PUBLIC' AND (db_link IS NOT NULL OR INSTR(:schemas, ',' || table_owner || ',') > 0)
ORDER BY synonym_name

/*---
id: row-count-statements
about: A query for each table that counts its rows; printed for whoever compares two databases by hand, never asked
source: "V03"
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
SELECT 'SELECT ''' || owner || '.' || table_name || ''' AS table_name, COUNT(*) AS row_count FROM "' || owner || '"."' || table_name || '";' AS statement
FROM dba_tables
WHERE INSTR(:schemas, ',' || owner || ',') > 0 AND temporary = 'N' AND nested = 'NO' AND secondary = 'N'
  AND (iot_type IS NULL OR iot_type = 'IOT') AND table_name NOT LIKE 'BIN$%'
  AND SUBSTR(table_name, 1, 6) NOT IN ('MLOG$_', 'RUPD$_') AND SUBSTR(table_name, 1, 4) <> 'AQ$_'
  AND NOT EXISTS (SELECT 1 FROM dba_external_tables x WHERE x.owner = dba_tables.owner AND x.table_name = dba_tables.table_name)
ORDER BY owner, table_name

/*---
id: tables-without-key
about: Tables whose rows cannot be told apart by a key
source: "R31, D57"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: tables-without-key}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
---*/
SELECT t.owner, t.table_name FROM dba_tables t
WHERE INSTR(:owners, ',' || t.owner || ',') > 0 AND t.temporary = 'N'
  AND t.nested = 'NO' AND t.secondary = 'N' AND (t.iot_type IS NULL OR t.iot_type = 'IOT') AND t.table_name NOT LIKE 'BIN$%'
  AND SUBSTR(t.table_name, 1, 6) NOT IN ('MLOG$_', 'RUPD$_') AND SUBSTR(t.table_name, 1, 4) <> 'AQ$_'
  AND NOT EXISTS (SELECT 1 FROM dba_external_tables x WHERE x.owner = t.owner AND x.table_name = t.table_name)
  AND NOT EXISTS (SELECT 1 FROM dba_constraints c
                  WHERE c.owner = t.owner AND c.table_name = t.table_name
                    AND c.constraint_type IN ('P', 'U') AND c.status = 'ENABLED')
ORDER BY t.owner, t.table_name

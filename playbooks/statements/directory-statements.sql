/*---
id: directory-statements
about: The statements that make each directory but those that an installation makes for itself; printed for whoever works by hand, never asked
source: "DP07"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: staging, type: string}
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'CREATE OR REPLACE DIRECTORY "' || d.directory_name || '" AS ''' || REPLACE(d.directory_path, '''', '''''') || ''';' AS statement
FROM dba_directories d
WHERE d.directory_name NOT LIKE 'ORACLE%' AND d.directory_name NOT LIKE 'OPATCH%' AND d.directory_name NOT LIKE 'XML%'
  AND d.directory_name NOT LIKE 'DBMS%' AND d.directory_name NOT LIKE 'SDO%' AND d.directory_name NOT IN ('DATA_PUMP_DIR', 'XSDDIR', 'JAVA$JOX$CUJS$DIRECTORY$', :staging)
ORDER BY d.directory_name

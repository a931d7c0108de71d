/*---
id: temporary-tablespace-statements
about: The statement that makes each temporary tablespace again; printed for whoever works by hand, never asked
source: "DP07"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: destination, type: string}
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'CREATE TEMPORARY TABLESPACE "' || t.tablespace_name || '" TEMPFILE ''' || :destination || '/' ||
       LOWER(t.tablespace_name) || '_mig01.tmp'' SIZE ' || LEAST(8192, GREATEST(100, FLOOR(SUM(f.bytes) / 1048576))) ||
       'M AUTOEXTEND ON NEXT 1024M MAXSIZE UNLIMITED;' AS statement
FROM dba_tablespaces t JOIN dba_temp_files f ON f.tablespace_name = t.tablespace_name
WHERE t.contents = 'TEMPORARY'
GROUP BY t.tablespace_name
ORDER BY t.tablespace_name

/*---
id: writable-tables
about: Tables of applications in tablespaces that can be written, index-organized and clustered ones too; what belongs to another table cannot be read by itself (ORA-25191, ORA-28668)
source: "G8"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SEGMENT_NAME, type: string}
  - {name: TABLESPACE_NAME, type: string}
---*/
SELECT DISTINCT s.owner, COALESCE(i.table_name, c.table_name, s.segment_name) AS segment_name, s.tablespace_name
FROM dba_segments s
JOIN dba_tablespaces t ON t.tablespace_name = s.tablespace_name AND t.status <> 'READ ONLY'
LEFT JOIN dba_indexes i ON s.segment_type LIKE 'INDEX%' AND i.owner = s.owner AND i.index_name = s.segment_name
  AND i.index_type = 'IOT - TOP'
LEFT JOIN dba_tables c ON s.segment_type = 'CLUSTER' AND c.owner = s.owner AND c.cluster_name = s.segment_name
LEFT JOIN dba_tables h ON h.owner = s.owner AND h.table_name = s.segment_name
WHERE (s.segment_type LIKE 'TABLE%' AND COALESCE(h.iot_type, 'NONE') NOT IN ('IOT_OVERFLOW', 'IOT_MAPPING')
    AND COALESCE(h.dropped, 'NO') = 'NO' OR i.table_name IS NOT NULL OR c.table_name IS NOT NULL)
  AND INSTR(:owners, ',' || s.owner || ',') > 0
ORDER BY 1, 2, 3

/*---
id: table-sizes
about: Bytes by table, of an index-organized one its index, of a clustered one its cluster, as they are at this moment, which decide how tables are compared and cut, at each watch of a comparison
source: "V03, V04, 4.1"
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
  - {name: BYTES, type: number}
---*/
SELECT s.owner, COALESCE(i.table_name, c.table_name, s.segment_name) AS segment_name, SUM(s.bytes) AS bytes
FROM dba_segments s
LEFT JOIN dba_indexes i ON s.segment_type LIKE 'INDEX%' AND i.owner = s.owner AND i.index_name = s.segment_name
  AND i.index_type = 'IOT - TOP'
LEFT JOIN dba_tables c ON s.segment_type = 'CLUSTER' AND c.owner = s.owner AND c.cluster_name = s.segment_name
WHERE (s.segment_type IN ('TABLE', 'TABLE PARTITION', 'TABLE SUBPARTITION') OR i.table_name IS NOT NULL OR c.table_name IS NOT NULL)
  AND INSTR(:owners, ',' || s.owner || ',') > 0
GROUP BY s.owner, COALESCE(i.table_name, c.table_name, s.segment_name) ORDER BY 1, 2

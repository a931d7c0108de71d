/*---
id: free-space-metrics
about: Free bytes inside the data files, by what Oracle counts of them itself; a full recycle bin does not slow it down
source: "D13c"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: free-space}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TABLESPACE_NAME, type: string}
  - {name: BYTES, type: number}
---*/
SELECT d.tablespace_name, CASE WHEN MAX(m.used_space) IS NULL THEN 0
       ELSE GREATEST(0, SUM(d.bytes) - MAX(m.used_space) * MAX(t.block_size)) END AS bytes
FROM dba_data_files d INNER JOIN dba_tablespaces t ON t.tablespace_name = d.tablespace_name
LEFT JOIN dba_tablespace_usage_metrics m ON m.tablespace_name = d.tablespace_name
GROUP BY d.tablespace_name ORDER BY d.tablespace_name

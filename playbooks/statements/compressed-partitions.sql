/*---
id: compressed-partitions
about: Compressed partitions by kind of compression
source: "D55"
kind: query
mutates: false
versions: {min: "11.2"}
discovery: {question: compressed-partitions, before: "Hybrid Columnar Compression came with 11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: COMPRESS_FOR, type: string}
  - {name: PARTITIONS, type: number}
---*/
SELECT table_owner AS owner, compress_for, COUNT(*) AS partitions FROM dba_tab_partitions
WHERE compression = 'ENABLED' AND INSTR(:owners, ',' || table_owner || ',') > 0
GROUP BY table_owner, compress_for
UNION ALL
SELECT table_owner, compress_for, COUNT(*) FROM dba_tab_subpartitions
WHERE compression = 'ENABLED' AND INSTR(:owners, ',' || table_owner || ',') > 0
GROUP BY table_owner, compress_for
ORDER BY 1, 2

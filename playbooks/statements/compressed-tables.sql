/*---
id: compressed-tables
about: Compressed tables by kind of compression
source: "D55"
kind: query
mutates: false
versions: {min: "11.2"}
discovery: {question: compressed-tables, before: "Hybrid Columnar Compression came with 11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: COMPRESS_FOR, type: string}
  - {name: TABLES, type: number}
---*/
SELECT owner, compress_for, COUNT(*) AS tables FROM dba_tables
WHERE compression = 'ENABLED' AND INSTR(:owners, ',' || owner || ',') > 0
GROUP BY owner, compress_for ORDER BY owner, compress_for

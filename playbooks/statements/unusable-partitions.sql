/*---
id: unusable-partitions
about: Partitions of indexes that must be rebuilt
source: "D48"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: unusable-partitions}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: INDEX_NAME, type: string}
  - {name: PARTITION_NAME, type: string}
---*/
SELECT index_owner AS owner, index_name, partition_name FROM dba_ind_partitions WHERE status = 'UNUSABLE'
UNION ALL
SELECT index_owner, index_name, subpartition_name FROM dba_ind_subpartitions WHERE status = 'UNUSABLE'
ORDER BY 1, 2, 3

/*---
id: changed-blocks
about: Blocks that incremental backups wrote and read, by day
source: "D24"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: changed-blocks}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: DAY, type: timestamp}
  - {name: WRITTEN, type: number}
  - {name: SCANNED, type: number}
  - {name: TOTAL, type: number}
---*/
SELECT TRUNC(completion_time) AS day, SUM(blocks * block_size) AS written, SUM(blocks_read * block_size) AS scanned,
       SUM(datafile_blocks * block_size) AS total
FROM v$backup_datafile WHERE incremental_level = 1
GROUP BY TRUNC(completion_time) ORDER BY TRUNC(completion_time)

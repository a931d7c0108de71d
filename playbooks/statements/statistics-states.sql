/*---
id: statistics-states
about: Optimizer statistics of tables and their age
source: "V10"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: NUM_ROWS, type: number}
  - {name: LAST_ANALYZED, type: timestamp}
  - {name: STALE_STATS, type: string}
  - {name: STATTYPE_LOCKED, type: string}
---*/
SELECT owner, table_name, num_rows, last_analyzed, stale_stats, stattype_locked
FROM dba_tab_statistics WHERE object_type = 'TABLE' AND INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name

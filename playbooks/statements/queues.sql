/*---
id: queues
about: Queue tables
source: "D59"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: queues}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: QUEUE_TABLE, type: string}
  - {name: TYPE, type: string}
  - {name: RECIPIENTS, type: string}
  - {name: COMPATIBLE, type: string}
---*/
SELECT owner, queue_table, type, recipients, compatible FROM dba_queue_tables WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, queue_table

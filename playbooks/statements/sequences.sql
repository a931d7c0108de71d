/*---
id: sequences
about: Sequences and how far they have run
source: "D71, V06"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: sequences}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: SEQUENCE_OWNER, type: string}
  - {name: SEQUENCE_NAME, type: string}
  - {name: LAST_NUMBER, type: number}
  - {name: INCREMENT_BY, type: number}
  - {name: CACHE_SIZE, type: number}
  - {name: CYCLE_FLAG, type: string}
  - {name: ORDER_FLAG, type: string}
---*/
SELECT sequence_owner, sequence_name, last_number, increment_by, cache_size, cycle_flag, order_flag
FROM dba_sequences WHERE INSTR(:owners, ',' || sequence_owner || ',') > 0 ORDER BY sequence_owner, sequence_name

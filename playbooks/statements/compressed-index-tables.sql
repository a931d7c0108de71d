/*---
id: compressed-index-tables
about: Index-organized tables with compressed keys
source: "D57"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: compressed-index-tables}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: INDEX_NAME, type: string}
  - {name: PREFIX_LENGTH, type: number}
---*/
SELECT owner, index_name, prefix_length FROM dba_indexes
WHERE index_type = 'IOT - TOP' AND compression = 'ENABLED' AND INSTR(:owners, ',' || owner || ',') > 0
ORDER BY owner, index_name

/*---
id: index-states-10
about: Indexes and whether they are usable, before one could be invisible
source: "V07"
kind: query
mutates: false
versions: {min: "10.2", max: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: INDEX_NAME, type: string}
  - {name: INDEX_TYPE, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: UNIQUENESS, type: string}
  - {name: STATUS, type: string}
  - {name: VISIBILITY, type: string}
  - {name: DEGREE, type: string}
---*/
SELECT owner, index_name, index_type, table_name, uniqueness, status, 'VISIBLE' AS visibility, degree
FROM dba_indexes WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, index_name

/*---
id: data-types
about: Data types in use
source: "D40"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: data-types}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: DATA_TYPE, type: string}
  - {name: COLUMNS_USED, type: number}
---*/
SELECT owner, data_type, COUNT(*) AS columns_used FROM dba_tab_columns WHERE INSTR(:owners, ',' || owner || ',') > 0 GROUP BY owner, data_type ORDER BY owner, data_type

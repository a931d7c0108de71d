/*---
id: long-columns
about: Columns that no import over a link carries
source: "NL06"
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
  - {name: COLUMN_NAME, type: string}
  - {name: DATA_TYPE, type: string}
---*/
SELECT owner, table_name, column_name, data_type FROM dba_tab_columns
WHERE data_type IN ('LONG', 'LONG RAW') AND INSTR(:owners, ',' || owner || ',') > 0
ORDER BY owner, table_name, column_name

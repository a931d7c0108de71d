/*---
id: table-columns
about: Columns of tables and views, in order
source: "4.1"
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
  - {name: DATA_LENGTH, type: number}
  - {name: DATA_PRECISION, type: number}
  - {name: DATA_SCALE, type: number}
  - {name: NULLABLE, type: string}
  - {name: COLUMN_ID, type: number}
---*/
SELECT owner, table_name, column_name, data_type, data_length, data_precision, data_scale, nullable, column_id
FROM dba_tab_columns WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name, column_id

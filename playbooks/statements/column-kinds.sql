/*---
id: column-kinds
about: Columns with their type, those that are virtual or invisible too; not those that the system made for itself
source: "V01"
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
  - {name: NULLABLE, type: string}
  - {name: HIDDEN_COLUMN, type: string}
  - {name: VIRTUAL_COLUMN, type: string}
---*/
SELECT owner, table_name, column_name, data_type, nullable, hidden_column, virtual_column
FROM dba_tab_cols WHERE column_name NOT LIKE 'SYS!_NC%' ESCAPE '!' AND INSTR(:owners, ',' || owner || ',') > 0
ORDER BY owner, table_name, column_name

/*---
id: key-columns
about: Primary and unique keys with their columns
source: "D57, R31"
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
  - {name: CONSTRAINT_NAME, type: string}
  - {name: CONSTRAINT_TYPE, type: string}
  - {name: COLUMN_NAME, type: string}
  - {name: POSITION, type: number}
---*/
SELECT c.owner, c.table_name, c.constraint_name, c.constraint_type, k.column_name, k.position
FROM dba_constraints c, dba_cons_columns k
WHERE c.constraint_type IN ('P', 'U') AND c.status = 'ENABLED'
  AND k.owner = c.owner AND k.constraint_name = c.constraint_name
  AND INSTR(:owners, ',' || c.owner || ',') > 0
ORDER BY c.owner, c.table_name, c.constraint_name, k.position

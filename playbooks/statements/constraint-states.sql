/*---
id: constraint-states
about: Constraints and whether they are enabled and validated
source: "V05"
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
  - {name: STATUS, type: string}
  - {name: VALIDATED, type: string}
  - {name: GENERATED, type: string}
---*/
SELECT owner, table_name, constraint_name, constraint_type, status, validated, generated
FROM dba_constraints WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name, constraint_type, constraint_name

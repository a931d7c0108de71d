/*---
id: identity-sequences
about: Sequences behind identity columns, whose names hold the number that the table has in its database, and how far they have run
source: "V06"
kind: query
mutates: false
versions: {min: "12.1.0.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: COLUMN_NAME, type: string}
  - {name: SEQUENCE_NAME, type: string}
---*/
SELECT owner, table_name, column_name, sequence_name
FROM dba_tab_identity_cols WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name

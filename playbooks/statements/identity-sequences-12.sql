/*---
id: identity-sequences-12
about: The same in 12.1.0.1, whose view does not name the sequence yet; its name is ISEQ$$_ and the number of the table
source: "V06"
kind: query
mutates: false
versions: {min: "12.1", max: "12.1.0.1"}
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
SELECT i.owner, i.table_name, i.column_name, 'ISEQ$$_' || o.object_id AS sequence_name
FROM dba_tab_identity_cols i
JOIN dba_objects o ON o.owner = i.owner AND o.object_name = i.table_name AND o.object_type = 'TABLE' AND o.subobject_name IS NULL
WHERE INSTR(:owners, ',' || i.owner || ',') > 0 ORDER BY i.owner, i.table_name

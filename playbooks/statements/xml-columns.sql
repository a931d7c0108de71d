/*---
id: xml-columns
about: Columns of XML and how they are stored
source: "D42"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: xml-columns, before: "storage models came with 11.1; before, D40 tells the XMLTYPE columns"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: COLUMN_NAME, type: string}
  - {name: STORAGE_TYPE, type: string}
---*/
SELECT owner, table_name, column_name, storage_type FROM dba_xml_tab_cols
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name, column_name

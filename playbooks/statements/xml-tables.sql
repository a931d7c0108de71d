/*---
id: xml-tables
about: Tables of XML and how they are stored
source: "D42"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: xml-tables, before: "storage models came with 11.1; before, D40 tells the XMLTYPE columns"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: STORAGE_TYPE, type: string}
---*/
SELECT owner, table_name, storage_type FROM dba_xml_tables
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, table_name

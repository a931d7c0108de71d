/*---
id: xml-schemas
about: Registered schemas of XML
source: "D42"
kind: query
mutates: false
versions: {min: "11.1"}
discovery: {question: xml-schemas, before: "storage models came with 11.1; before, D40 tells the XMLTYPE columns"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SCHEMA_URL, type: string}
---*/
SELECT owner, schema_url FROM dba_xml_schemas
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, schema_url

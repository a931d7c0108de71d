/*---
id: synonyms
about: Synonyms that point to application objects
source: "D67, V09"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: synonyms}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: SYNONYM_NAME, type: string}
  - {name: TABLE_OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: DB_LINK, type: string}
---*/
SELECT owner, synonym_name, table_owner, table_name, db_link FROM dba_synonyms WHERE INSTR(:owners, ',' || table_owner || ',') > 0 ORDER BY owner, synonym_name

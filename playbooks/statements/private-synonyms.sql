/*---
id: private-synonyms
about: Synonyms that applications own, whatever they stand for, over links too
source: "V09"
kind: query
mutates: false
versions: {min: "10.2"}
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
SELECT owner, synonym_name, table_owner, table_name, db_link FROM dba_synonyms WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, synonym_name

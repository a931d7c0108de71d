/*---
id: public-synonyms
about: Public synonyms, whatever they name; one over a link may name no owner
source: "DP10, V09"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SYNONYM_NAME, type: string}
  - {name: TABLE_OWNER, type: string}
  - {name: TABLE_NAME, type: string}
  - {name: DB_LINK, type: string}
---*/
SELECT synonym_name, table_owner, table_name, db_link FROM dba_synonyms WHERE owner = 'PUBLIC' ORDER BY synonym_name

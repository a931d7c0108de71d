/*---
id: application-owners
about: Schemas that are not maintained by Oracle
source: "3 (owner filter, 12.1 and later)"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: owners}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: USERNAME, type: string}
---*/
SELECT username FROM dba_users WHERE oracle_maintained = 'N' ORDER BY username

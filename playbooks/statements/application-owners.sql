/*---
id: application-owners
about: Schemas that are not maintained by Oracle
source: "discovery.md, Rules for all questions (owners from 12.1)"
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

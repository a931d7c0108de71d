/*---
id: edition-users
about: Users whose code can have editions
source: "D76"
kind: query
mutates: false
versions: {min: "11.2"}
discovery: {question: edition-users, before: "editions came with 11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: USERNAME, type: string}
---*/
SELECT username FROM dba_users WHERE editions_enabled = 'Y' AND INSTR(:owners, ',' || username || ',') > 0
ORDER BY username

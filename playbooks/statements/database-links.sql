/*---
id: database-links
about: Links to other databases
source: "D63"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: database-links}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: DB_LINK, type: string}
  - {name: USERNAME, type: string}
  - {name: HOST, type: string}
  - {name: CREATED, type: timestamp}
---*/
SELECT owner, db_link, username, host, created FROM dba_db_links ORDER BY owner, db_link

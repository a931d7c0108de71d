/*---
id: streams-administrators
about: Who administers capture and apply
source: "D53"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: streams-administrators}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: USERNAME, type: string}
  - {name: LOCAL_PRIVILEGES, type: string}
---*/
SELECT username, local_privileges FROM dba_streams_administrator ORDER BY username

/*---
id: run-sessions
about: Sessions of one run of a migration, by the client identifier that each of its sessions carries
source: "G6"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: run, type: string}
slots: []
columns:
  - {name: CLIENT_IDENTIFIER, type: string}
---*/
SELECT DISTINCT client_identifier FROM gv$session WHERE client_identifier LIKE :run ORDER BY client_identifier

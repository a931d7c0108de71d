/*---
id: credentials-11
about: Credentials by which jobs of applications log on elsewhere, before other code had them; their passwords cannot be read
source: "D64"
kind: query
mutates: false
versions: {min: "11.1", max: "11.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: CREDENTIAL_NAME, type: string}
  - {name: USERNAME, type: string}
---*/
SELECT owner, credential_name, username FROM dba_scheduler_credentials WHERE INSTR(:owners, ',' || owner || ',') > 0
ORDER BY owner, credential_name

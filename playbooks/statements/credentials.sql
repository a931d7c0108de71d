/*---
id: credentials
about: Credentials by which jobs and code of applications log on elsewhere; their passwords cannot be read
source: "D64"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: credentials, before: "DBA_CREDENTIALS came with 12.1"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: CREDENTIAL_NAME, type: string}
  - {name: USERNAME, type: string}
---*/
SELECT owner, credential_name, username FROM dba_credentials WHERE INSTR(:owners, ',' || owner || ',') > 0
ORDER BY owner, credential_name

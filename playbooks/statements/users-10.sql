/*---
id: users-10
about: Accounts and their state, before kinds of passwords were told
source: "D66"
kind: query
mutates: false
versions: {min: "10.2", max: "10.2"}
discovery: {question: users}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: USERNAME, type: string}
  - {name: ACCOUNT_STATUS, type: string}
  - {name: PROFILE, type: string}
  - {name: DEFAULT_TABLESPACE, type: string}
  - {name: TEMPORARY_TABLESPACE, type: string}
  - {name: CREATED, type: timestamp}
---*/
SELECT username, account_status, profile, default_tablespace, temporary_tablespace, created
FROM dba_users ORDER BY username

/*---
id: users
about: Accounts, their state and password kinds
source: "D66"
kind: query
mutates: false
versions: {min: "11.2"}
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
  - {name: PASSWORD_VERSIONS, type: string}
  - {name: AUTHENTICATION_TYPE, type: string}
  - {name: CREATED, type: timestamp}
---*/
SELECT username, account_status, profile, default_tablespace, temporary_tablespace, password_versions,
       authentication_type, created
FROM dba_users ORDER BY username

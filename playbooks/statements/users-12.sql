/*---
id: users-12
about: Accounts, their state, password kinds and last log-on
source: "D66"
kind: query
mutates: false
versions: {min: "12.1"}
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
  - {name: ORACLE_MAINTAINED, type: string}
  - {name: LAST_LOGIN, type: timestamp}
---*/
SELECT username, account_status, profile, default_tablespace, temporary_tablespace, password_versions,
       authentication_type, created, oracle_maintained, last_login
FROM dba_users ORDER BY username

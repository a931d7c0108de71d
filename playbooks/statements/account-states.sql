/*---
id: account-states
about: Accounts and whether they are open
source: "DP03"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: USERNAME, type: string}
  - {name: ACCOUNT_STATUS, type: string}
---*/
SELECT username, account_status FROM dba_users ORDER BY username

/*---
id: account-there
about: Whether an account is there; zero or one
source: "DP10, V12"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: account, type: string}
slots: []
columns:
  - {name: OBJECTS, type: number}
---*/
SELECT COUNT(*) AS objects FROM dba_users WHERE username = :account

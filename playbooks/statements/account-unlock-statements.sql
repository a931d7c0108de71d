/*---
id: account-unlock-statements
about: The statements that open again each account that is open now; printed for whoever works by hand, never asked
source: "G15"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: schemas, type: string}
slots: []
columns:
  - {name: STATEMENT, type: string}
---*/
SELECT 'ALTER USER "' || username || '" ACCOUNT UNLOCK;' AS statement FROM dba_users
WHERE account_status NOT LIKE '%LOCKED' AND INSTR(:schemas, ',' || username || ',') > 0 ORDER BY username

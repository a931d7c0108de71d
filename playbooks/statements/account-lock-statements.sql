/*---
id: account-lock-statements
about: The statements that lock each account that is open, or opens itself when the time of its lock is over; printed for whoever works by hand, never asked
source: "DP03"
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
SELECT 'ALTER USER "' || username || '" ACCOUNT LOCK;' AS statement FROM dba_users
WHERE account_status NOT LIKE '%LOCKED' AND INSTR(:schemas, ',' || username || ',') > 0 ORDER BY username

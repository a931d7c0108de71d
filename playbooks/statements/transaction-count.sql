/*---
id: transaction-count
about: Open transactions; a quiet source has none
source: "DP03, G7"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: TRANSACTIONS, type: number}
---*/
SELECT COUNT(*) AS transactions FROM gv$transaction

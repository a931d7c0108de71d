/*---
id: vault-status
about: Whether Database Vault is configured and enabled
source: "D72"
kind: query
mutates: false
versions: {min: "12.2"}
discovery: {question: vault-status, before: "the view came with 12.2; before, D04 and D06 tell Database Vault"}
privileges: [SELECT_CATALOG_ROLE, a role of Database Vault such as DV_SECANALYST where Vault is on]
binds: []
slots: []
columns:
  - {name: NAME, type: string}
  - {name: STATUS, type: string}
---*/
SELECT name, status FROM dba_dv_status ORDER BY name

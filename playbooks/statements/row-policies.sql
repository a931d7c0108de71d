/*---
id: row-policies
about: Policies that hide rows of tables
source: "D72"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: row-policies}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: POLICY_NAME, type: string}
  - {name: ENABLE, type: string}
---*/
SELECT object_owner AS owner, object_name, policy_name, enable FROM dba_policies
WHERE INSTR(:owners, ',' || object_owner || ',') > 0 ORDER BY object_owner, object_name, policy_name

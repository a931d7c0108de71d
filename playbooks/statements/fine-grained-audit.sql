/*---
id: fine-grained-audit
about: Policies that audit access to rows
source: "D72"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: fine-grained-audit}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: POLICY_NAME, type: string}
  - {name: ENABLED, type: string}
---*/
SELECT object_schema AS owner, object_name, policy_name, enabled FROM dba_audit_policies
WHERE INSTR(:owners, ',' || object_schema || ',') > 0 ORDER BY object_schema, object_name, policy_name

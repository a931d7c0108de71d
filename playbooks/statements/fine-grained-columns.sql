/*---
id: fine-grained-columns
about: Columns that fine-grained audit policies watch, of which the view of policies shows one
source: "DP08, V09"
kind: query
mutates: false
versions: {min: "10.2"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: POLICY_NAME, type: string}
  - {name: POLICY_COLUMN, type: string}
---*/
SELECT object_schema AS owner, object_name, policy_name, policy_column FROM dba_audit_policy_columns
WHERE INSTR(:owners, ',' || object_schema || ',') > 0 ORDER BY object_schema, object_name, policy_name, policy_column

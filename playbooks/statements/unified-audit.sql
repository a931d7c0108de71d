/*---
id: unified-audit
about: Unified audit policies that are switched on
source: "D72"
kind: query
mutates: false
versions: {min: "12.1"}
discovery: {question: unified-audit, before: "unified auditing came with 12.1"}
privileges: [SELECT_CATALOG_ROLE, AUDIT_VIEWER]
binds: []
slots: []
columns:
  - {name: POLICY_NAME, type: string}
  - {name: SUCCESS, type: string}
  - {name: FAILURE, type: string}
---*/
SELECT policy_name, success, failure FROM audit_unified_enabled_policies ORDER BY policy_name

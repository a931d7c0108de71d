/*---
id: audit-enabled-policies
about: Unified audit policies that are enabled, and for whom
source: "D72, V09"
kind: query
mutates: false
versions: {min: "12.2"}
privileges: [SELECT_CATALOG_ROLE, AUDIT_VIEWER]
binds: []
slots: []
columns:
  - {name: POLICY_NAME, type: string}
  - {name: ENABLED_OPTION, type: string}
  - {name: ENTITY_NAME, type: string}
  - {name: SUCCESS, type: string}
  - {name: FAILURE, type: string}
---*/
SELECT policy_name, enabled_option, entity_name, success, failure FROM audit_unified_enabled_policies ORDER BY policy_name, entity_name

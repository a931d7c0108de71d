/*---
id: audit-enabled-policies-12
about: Unified audit policies that are enabled, and for whom, where the view has no roles yet
source: "D72, V09"
kind: query
mutates: false
versions: {min: "12.1", max: "12.1"}
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
SELECT policy_name, CASE enabled_opt WHEN 'BY' THEN 'BY USER' WHEN 'EXCEPT' THEN 'EXCEPT USER' ELSE enabled_opt END AS enabled_option, user_name AS entity_name,
  success, failure
FROM audit_unified_enabled_policies ORDER BY policy_name, user_name

/*---
id: audit-policies-12
about: Unified audit policies, with what each of them audits, where the view does not tell what only the top level is
source: "D72, V09"
kind: query
mutates: false
versions: {min: "12.1", max: "18"}
privileges: [SELECT_CATALOG_ROLE, AUDIT_VIEWER]
binds: []
slots: []
columns:
  - {name: POLICY_NAME, type: string}
  - {name: AUDIT_CONDITION, type: string}
  - {name: CONDITION_EVAL_OPT, type: string}
  - {name: AUDIT_OPTION, type: string}
  - {name: AUDIT_OPTION_TYPE, type: string}
  - {name: OBJECT_SCHEMA, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: OBJECT_TYPE, type: string}
---*/
SELECT policy_name, audit_condition, condition_eval_opt, audit_option, audit_option_type, object_schema, object_name, object_type
FROM audit_unified_policies ORDER BY policy_name, audit_option_type, audit_option

/*---
id: audit-policies
about: Unified audit policies, with what each of them audits
source: "D72, V09"
kind: query
mutates: false
versions: {min: "19"}
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
  - {name: AUDIT_ONLY_TOPLEVEL, type: string}
---*/
SELECT policy_name, audit_condition, condition_eval_opt, audit_option, audit_option_type, object_schema, object_name, object_type,
  audit_only_toplevel
FROM audit_unified_policies ORDER BY policy_name, audit_option_type, audit_option

/*---
id: fine-grained-policies-10
about: Fine-grained audit policies of applications, where the view has no owner of a policy, and whether the code that they call is there
source: "DP08, V09"
kind: query
mutates: false
versions: {min: "10.2", max: "11.1"}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: POLICY_NAME, type: string}
  - {name: POLICY_TEXT, type: string}
  - {name: PF_SCHEMA, type: string}
  - {name: PF_PACKAGE, type: string}
  - {name: PF_FUNCTION, type: string}
  - {name: ENABLED, type: string}
  - {name: SEL, type: string}
  - {name: INS, type: string}
  - {name: UPD, type: string}
  - {name: DEL, type: string}
  - {name: AUDIT_TRAIL, type: string}
  - {name: POLICY_COLUMN_OPTIONS, type: string}
  - {name: HANDLERS, type: number}
---*/
SELECT object_schema AS owner, object_name, policy_name, policy_text, pf_schema, pf_package, pf_function, enabled, sel, ins, upd, del,
  audit_trail, policy_column_options,
  (SELECT COUNT(*) FROM dba_objects o WHERE o.owner = p.pf_schema AND o.object_name = NVL(p.pf_package, p.pf_function)
    AND o.object_type IN ('PACKAGE', 'PROCEDURE')) AS handlers
FROM dba_audit_policies p
WHERE INSTR(:owners, ',' || object_schema || ',') > 0 ORDER BY object_schema, object_name, policy_name

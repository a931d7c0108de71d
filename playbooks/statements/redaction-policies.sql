/*---
id: redaction-policies
about: Policies that mask values
source: "D72"
kind: query
mutates: false
versions: {min: "11.2.0.4"}
discovery: {question: redaction-policies, before: "redaction came with 11.2.0.4"}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: OBJECT_OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: POLICY_NAME, type: string}
  - {name: ENABLE, type: string}
---*/
SELECT object_owner, object_name, policy_name, enable FROM redaction_policies
ORDER BY object_owner, object_name, policy_name

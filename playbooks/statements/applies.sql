/*---
id: applies
about: Processes that apply changes of others
source: "D53"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: applies}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: APPLY_NAME, type: string}
  - {name: STATUS, type: string}
---*/
SELECT apply_name, status FROM dba_apply ORDER BY apply_name

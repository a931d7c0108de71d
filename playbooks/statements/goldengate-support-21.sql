/*---
id: goldengate-support-21
about: Tables that GoldenGate cannot capture in full, with the reason
source: "D49"
kind: query
mutates: false
versions: {min: "21"}
discovery: {question: goldengate-support, seconds: 600, cut: true}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: SUPPORT_MODE, type: string}
  - {name: EXPLANATION, type: string}
---*/
SELECT owner, object_name, support_mode, explanation FROM dba_goldengate_support_mode
WHERE support_mode <> 'FULL' AND INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, object_name

/*---
id: goldengate-support
about: Tables that GoldenGate cannot capture in full
source: "D49"
kind: query
mutates: false
versions: {min: "11.2.0.4"}
discovery: {question: goldengate-support, seconds: 600}
privileges: [SELECT_CATALOG_ROLE]
binds:
  - {name: owners, type: string}
slots: []
columns:
  - {name: OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
  - {name: SUPPORT_MODE, type: string}
---*/
SELECT owner, object_name, support_mode FROM dba_goldengate_support_mode
WHERE support_mode <> 'FULL' AND INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, object_name

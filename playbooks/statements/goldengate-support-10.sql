/*---
id: goldengate-support-10
about: Tables that a logical standby cannot follow, the nearest hint before 11.2.0.4
source: "D49"
kind: query
mutates: false
versions: {min: "10.2", max: "11.2.0.3"}
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
SELECT DISTINCT owner, table_name AS object_name, 'NONE' AS support_mode FROM dba_logstdby_unsupported
WHERE INSTR(:owners, ',' || owner || ',') > 0 ORDER BY owner, object_name

/*---
id: top-plans
about: Plans of the statements in memory that took most time, a row for each operation
source: "D32b"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: top-plans}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SQL_ID, type: string}
  - {name: PLAN_HASH_VALUE, type: number}
  - {name: ID, type: number}
  - {name: PARENT_ID, type: number}
  - {name: OPERATION, type: string}
  - {name: OPTIONS, type: string}
  - {name: OBJECT_OWNER, type: string}
  - {name: OBJECT_NAME, type: string}
---*/
SELECT DISTINCT p.sql_id, p.plan_hash_value, p.id, p.parent_id, p.operation, p.options, p.object_owner, p.object_name
FROM v$sql_plan p
WHERE p.sql_id IN (SELECT t.sql_id FROM (SELECT sql_id FROM v$sqlstats ORDER BY elapsed_time DESC) t WHERE ROWNUM <= 50)
ORDER BY p.sql_id, p.plan_hash_value, p.id

/*---
id: top-statements
about: Statements in memory that took most time, without their texts, which may hold what people typed
source: "D32b"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: top-statements}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SQL_ID, type: string}
  - {name: PLAN_HASH_VALUE, type: number}
  - {name: EXECUTIONS, type: number}
  - {name: ELAPSED_MICROS, type: number}
  - {name: CPU_MICROS, type: number}
  - {name: BUFFER_GETS, type: number}
---*/
SELECT sql_id, plan_hash_value, executions, elapsed_micros, cpu_micros, buffer_gets
FROM (SELECT sql_id, plan_hash_value, executions, elapsed_time AS elapsed_micros, cpu_time AS cpu_micros, buffer_gets
      FROM v$sqlstats ORDER BY elapsed_time DESC)
WHERE ROWNUM <= 50

/*---
id: awr-top-sql
about: Statements that took most time in what AWR holds
source: "D32"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: awr-top-sql, seconds: 600, load: awr}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SQL_ID, type: string}
  - {name: PLAN_HASH_VALUE, type: number}
  - {name: ELAPSED_MICROS, type: number}
  - {name: CPU_MICROS, type: number}
  - {name: EXECUTIONS, type: number}
---*/
SELECT sql_id, plan_hash_value, elapsed_micros, cpu_micros, executions
FROM (SELECT sql_id, plan_hash_value, SUM(elapsed_time_delta) AS elapsed_micros, SUM(cpu_time_delta) AS cpu_micros,
             SUM(executions_delta) AS executions
      FROM dba_hist_sqlstat WHERE dbid = (SELECT dbid FROM v$database)
      GROUP BY sql_id, plan_hash_value
      ORDER BY SUM(elapsed_time_delta) DESC)
WHERE ROWNUM <= 50

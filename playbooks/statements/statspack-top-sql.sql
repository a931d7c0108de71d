/*---
id: statspack-top-sql
about: Statements that took most time in what STATSPACK holds
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: statspack-top-sql, seconds: 600, load: statspack}
privileges: [SELECT_CATALOG_ROLE, SELECT ON PERFSTAT tables]
binds: []
slots: []
columns:
  - {name: OLD_HASH_VALUE, type: number}
  - {name: ELAPSED_MICROS, type: number}
  - {name: CPU_MICROS, type: number}
  - {name: EXECUTIONS, type: number}
---*/
SELECT old_hash_value, elapsed_micros, cpu_micros, executions
FROM (SELECT old_hash_value, MAX(elapsed_time) AS elapsed_micros, MAX(cpu_time) AS cpu_micros,
             MAX(executions) AS executions
      FROM perfstat.stats$sql_summary WHERE dbid = (SELECT dbid FROM v$database)
      GROUP BY old_hash_value
      ORDER BY MAX(elapsed_time) DESC)
WHERE ROWNUM <= 50

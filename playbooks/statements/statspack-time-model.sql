/*---
id: statspack-time-model
about: Counters of time spent at each snapshot of the last 35 days
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: statspack-time-model, seconds: 600, load: statspack}
privileges: [SELECT_CATALOG_ROLE, SELECT ON PERFSTAT tables]
binds: []
slots: []
columns:
  - {name: SNAP_ID, type: number}
  - {name: INSTANCE_NUMBER, type: number}
  - {name: END_TIME, type: timestamp}
  - {name: STAT_NAME, type: string}
  - {name: VALUE, type: number}
---*/
SELECT m.snap_id, m.instance_number, s.snap_time AS end_time, n.stat_name, m.value
FROM perfstat.stats$sys_time_model m, perfstat.stats$time_model_statname n, perfstat.stats$snapshot s
WHERE m.stat_id = n.stat_id
  AND m.dbid = s.dbid AND m.snap_id = s.snap_id AND m.instance_number = s.instance_number
  AND m.dbid = (SELECT dbid FROM v$database) AND s.snap_time > SYSDATE - 35
  AND n.stat_name IN ('DB time', 'DB CPU', 'background cpu time')
ORDER BY m.instance_number, m.snap_id, n.stat_name

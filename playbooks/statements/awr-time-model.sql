/*---
id: awr-time-model
about: Counters of time spent at each snapshot of the last 35 days
source: "D32"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: awr-time-model, seconds: 600, load: awr}
privileges: [SELECT_CATALOG_ROLE]
binds: []
slots: []
columns:
  - {name: SNAP_ID, type: number}
  - {name: INSTANCE_NUMBER, type: number}
  - {name: END_TIME, type: timestamp}
  - {name: STAT_NAME, type: string}
  - {name: VALUE, type: number}
---*/
SELECT m.snap_id, m.instance_number, s.end_interval_time AS end_time, m.stat_name, m.value
FROM dba_hist_sys_time_model m, dba_hist_snapshot s
WHERE m.dbid = s.dbid AND m.snap_id = s.snap_id AND m.instance_number = s.instance_number
  AND m.dbid = (SELECT dbid FROM v$database) AND s.end_interval_time > SYSDATE - 35
  AND m.stat_name IN ('DB time', 'DB CPU', 'background cpu time')
ORDER BY m.instance_number, m.snap_id, m.stat_name

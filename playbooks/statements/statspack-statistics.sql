/*---
id: statspack-statistics
about: Counters of the instances at each snapshot of the last 35 days
source: "D33"
kind: query
mutates: false
versions: {min: "10.2"}
discovery: {question: statspack-statistics, seconds: 600, load: statspack}
privileges: [SELECT_CATALOG_ROLE, SELECT ON PERFSTAT tables]
binds: []
slots: []
columns:
  - {name: SNAP_ID, type: number}
  - {name: INSTANCE_NUMBER, type: number}
  - {name: END_TIME, type: timestamp}
  - {name: NAME, type: string}
  - {name: VALUE, type: number}
---*/
SELECT v.snap_id, v.instance_number, s.snap_time AS end_time, v.name, v.value
FROM perfstat.stats$sysstat v, perfstat.stats$snapshot s
WHERE v.dbid = s.dbid AND v.snap_id = s.snap_id AND v.instance_number = s.instance_number
  AND v.dbid = (SELECT dbid FROM v$database) AND s.snap_time > SYSDATE - 35
  AND v.name IN ('physical read total IO requests', 'physical write total IO requests', 'physical read total bytes',
    'physical write total bytes', 'redo size', 'user commits', 'user rollbacks', 'execute count')
ORDER BY v.instance_number, v.snap_id, v.name
